import { useEffect, useState } from 'react'
import type { Pages } from '#web/api/lists.ts'

/** A row of a list, or the first of several alike in a row. */
export interface FoldedRow<Row> {
  readonly first: Row
  readonly more: readonly Row[]
}

/** Enough lines to fill a page although rows are folded, and how many rows are read for that at most. */
const [enoughLines, mostRows] = [25, 300]

/** Folds rows that follow each other and are alike, until the reader unfolds them. Reads on while few lines are left. */
export const useFoldedPages = <Row extends { readonly id: string }>(
  pages: Pages<Row>,
  isAlike: (a: Row, b: Row) => boolean,
) => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const lines: FoldedRow<Row>[] = []
  for (const row of pages.rows) {
    const last = lines.at(-1)
    if (last && isAlike(last.first, row) && !unfolded.has(last.first.id))
      lines[lines.length - 1] = { ...last, more: [...last.more, row] }
    else lines.push({ first: row, more: [] })
  }
  const isShort = lines.length < enoughLines && pages.rows.length < mostRows
  const readsOn = isShort && pages.hasMore && !pages.isFetchingMore && !pages.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each time
  useEffect(() => {
    if (readsOn) pages.loadMore()
  }, [readsOn])
  return {
    folded: { ...pages, rows: lines },
    unfold: ({ first, more }: FoldedRow<Row>) =>
      setUnfolded(new Set([...unfolded, first.id, ...more.map(({ id }) => id)])),
  }
}
