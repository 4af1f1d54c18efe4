import { UnreadableFile } from './unreadable-file.ts'

/** The kinds of marks on cells. */
export type Mark = 'formulas' | 'uncomputed' | 'errors' | 'merged' | 'unformatted'

export interface Marked {
  readonly mark: Mark
  /** The row number, as in {@link Row}. */
  readonly row: number
  /** The column, counted from 0. */
  readonly column: number
}

export interface Row {
  /** The row number, counted from 1. Rows without text are omitted. */
  readonly number: number
  readonly cells: readonly string[]
}

/** A table of texts: a sheet of a workbook, or a file of separated values. */
export interface Table {
  readonly rows: readonly Row[]
  readonly marked: readonly Marked[]
  /** The names of all sheets, and the current one; empty for a file without sheets. */
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  /** The number of cells with text beyond the last column that is read. */
  readonly beyond: number
}

/** Limits of a table; 32,767 is the limit of a cell in Excel. */
export const tableLimits = { fileMiB: 32, rows: 20_000, cells: 1_000_000, columns: 500, text: 100_000 } as const

export const nameOfColumn = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : nameOfColumn(Math.floor(column / 26) - 1) + letter
}

/** The name of a cell as in spreadsheets, such as `B7`. */
export const nameOfCell = (row: number, column: number): string => `${nameOfColumn(column)}${row}`

/** Creates a function that counts rows and cells, and throws {@link UnreadableFile} above the limits. */
export const createGauge = () => {
  let [rows, cells] = [0, 0]
  return (texts: readonly string[]): void => {
    if (++rows > tableLimits.rows) throw new UnreadableFile('manyRows', { most: tableLimits.rows })
    cells += texts.length
    if (cells > tableLimits.cells) throw new UnreadableFile('manyCells', { most: tableLimits.cells })
  }
}

/** Throws {@link UnreadableFile} if a text in these columns is too long. */
export const requireShortTexts = (rows: readonly Row[], columns: readonly number[]): void => {
  for (const { number, cells } of rows) {
    const long = columns.find(column => (cells[column] ?? '').length > tableLimits.text)
    if (long !== undefined)
      throw new UnreadableFile('longText', { cell: nameOfCell(number, long), most: tableLimits.text })
  }
}
