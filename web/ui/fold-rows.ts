import { useState } from 'react'

/** A row of a list, or the first of several alike in a row. */
export interface FoldedRow<Row> {
  readonly first: Row
  readonly more: readonly Row[]
}

/** Folds rows that follow each other and are alike, until the reader unfolds them. */
export const useFoldedRows = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  isAlike: (a: Row, b: Row) => boolean,
) => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const lines: FoldedRow<Row>[] = []
  for (const row of rows) {
    const last = lines.at(-1)
    if (last && isAlike(last.first, row) && !unfolded.has(last.first.id))
      lines[lines.length - 1] = { ...last, more: [...last.more, row] }
    else lines.push({ first: row, more: [] })
  }
  return {
    lines,
    unfold: ({ first, more }: FoldedRow<Row>) =>
      setUnfolded(new Set([...unfolded, first.id, ...more.map(({ id }) => id)])),
  }
}
