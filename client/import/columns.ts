import { type Mark, type Marked, nameOfCell, type Row, requireShortTexts, type Table } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The fields that are read from a table, each with its accepted headings. */
export type Headings<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** The column of each field, counted from 0; undefined if the table does not have the field. */
export type Columns<Field extends string> = Readonly<Partial<Record<Field, number | undefined>>>

export interface Mapped<Field extends string> {
  readonly headings: readonly string[]
  readonly columns: Columns<Field>
  /** The rows below the headings. */
  readonly rows: readonly Row[]
}

/** The number of rows in which to look for headings, which may follow a title, a date or a logo. */
const maxHeadingRow = 30

/** Removes case, spaces and accents from a heading, for comparison. */
export const normalizeHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

const fieldsOf = <Field extends string>(headings: Headings<Field>): ReadonlyMap<string, Field> =>
  new Map((Object.keys(headings) as Field[]).flatMap(field => headings[field].map(name => [name, field] as const)))

/** Finds the columns of fields by their headings. If several columns have the same heading, the first counts. */
const findNamedColumns = <Field extends string>(cells: readonly string[], names: Headings<Field>): Columns<Field> => {
  const fields = fieldsOf(names)
  const columns: Partial<Record<Field, number>> = {}
  for (const [i, heading] of cells.entries()) {
    const field = fields.get(normalizeHeading(heading))
    if (field !== undefined) columns[field] ??= i
  }
  return columns
}

/** Returns the index of the row near the beginning that names the most fields; 0 if none names any. */
const headingRow = <Field extends string>(rows: readonly Row[], names: Headings<Field>): number => {
  const counts = rows.slice(0, maxHeadingRow).map(({ cells }) => Object.keys(findNamedColumns(cells, names)).length)
  return Math.max(0, counts.indexOf(Math.max(0, ...counts)))
}

/**
 * Finds the headings of a table and the columns of its fields. `chosen` takes precedence; undefined there omits a
 * field.
 */
export const mapColumns = <Field extends string>(
  { rows }: Table,
  names: Headings<Field>,
  chosen?: Columns<Field>,
): Mapped<Field> => {
  if (rows.length === 0) throw new UnreadableFile('emptyTable')
  const headingIndex = headingRow(rows, names)
  const headings = rows[headingIndex]?.cells ?? []
  const [columns, rowsBelow] = [{ ...findNamedColumns(headings, names), ...chosen }, rows.slice(headingIndex + 1)]
  requireShortTexts(
    rowsBelow,
    Object.values<number | undefined>(columns).filter(column => column !== undefined),
  )
  return { headings, columns, rows: rowsBelow }
}

/** Finds the column with a heading that a person typed. Throws {@link UnreadableFile}. */
export const findColumn = (headings: readonly string[], heading: string): number => {
  const exact = headings.findIndex(one => one.trim() === heading.trim())
  const column =
    exact >= 0
      ? exact
      : headings.findIndex(one => normalizeHeading(one) === normalizeHeading(heading) && normalizeHeading(one) !== '')
  if (column < 0) throw new UnreadableFile('noColumn', { heading })
  return column
}

/** Counts of cells whose text was derived from other content, such as the saved value of a formula. */
export type CellLosses = Readonly<Record<Exclude<Mark, 'uncomputed'>, number>>

export const noCellLosses: CellLosses = { formulas: 0, errors: 0, merged: 0, unformatted: 0 }

/** Counts the marks of the cells that are read. Throws {@link UnreadableFile} for a formula without a saved value. */
export const countMarks = <Field extends string>(
  marked: readonly Marked[],
  { columns, rows }: Pick<Mapped<Field>, 'columns' | 'rows'>,
): CellLosses => {
  const read = new Set(Object.values<number | undefined>(columns))
  const first = rows[0]?.number ?? Number.POSITIVE_INFINITY
  const losses = { ...noCellLosses }
  for (const { mark, row, column } of marked) {
    if (row < first || !read.has(column)) continue
    if (mark === 'uncomputed') throw new UnreadableFile('uncomputed', { cell: nameOfCell(row, column) })
    losses[mark]++
  }
  return losses
}
