import { useEffect, useState } from 'react'
import type { Pages } from '#web/api/lists.ts'

/** A row of a list, with the similar rows that follow it. */
export interface FoldedRow<Row> {
  readonly first: Row
  readonly more: readonly Row[]
}

/** The number of lines that fills a page, and the maximum number of rows to load for it. */
const [minLines, maxRows] = [25, 300]

/**
 * Folds consecutive similar rows until the user unfolds them. Loads more pages while the lines do not fill a page.
 */
export const useFoldedPages = <Row extends { readonly id: string }>(
  pages: Pages<Row>,
  isSimilar: (a: Row, b: Row) => boolean,
) => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const lines: FoldedRow<Row>[] = []
  for (const row of pages.rows) {
    const last = lines.at(-1)
    if (last && isSimilar(last.first, row) && !unfolded.has(last.first.id))
      lines[lines.length - 1] = { ...last, more: [...last.more, row] }
    else lines.push({ first: row, more: [] })
  }
  const isShort = lines.length < minLines && pages.rows.length < maxRows
  const needsMore = isShort && pages.hasMore && !pages.isFetchingMore && !pages.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loadMore` changes on every render
  useEffect(() => {
    if (needsMore) pages.loadMore()
  }, [needsMore])
  return {
    folded: { ...pages, rows: lines },
    unfold: ({ first, more }: FoldedRow<Row>) =>
      setUnfolded(new Set([...unfolded, first.id, ...more.map(({ id }) => id)])),
  }
}
