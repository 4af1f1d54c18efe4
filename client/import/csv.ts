import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { createGauge, type Row, type Table, tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

const delimiters = [',', ';', '\t', '|'] as const

/** The number of rows examined to find the delimiter, because titles and remarks may precede a table. */
const comparedRows = 60

const options = {
  bom: true,
  relax_column_count: true,
  // Treats quotes inside a cell that does not begin with a quote as text, like spreadsheet programs.
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: tableLimits.fileMiB * 1024 * 1024,
}

const parseRows = (text: string, delimiter: string, to: number): string[][] =>
  parse(text, { ...options, delimiter, to })

/** Finds the row width that covers the most cells, and the number of rows with that width. */
const agreement = (rows: readonly (readonly string[])[]): { readonly width: number; readonly rows: number } => {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width, rowCount] = [...counts].reduce(
    (best, candidate) => (candidate[0] * candidate[1] > best[0] * best[1] ? candidate : best),
    [1, 0],
  )
  return { width, rows: rowCount }
}

const beginningOf = (text: string, delimiter: string): string[][] => {
  try {
    return parseRows(text, delimiter, comparedRows)
  } catch {
    return []
  }
}

/** Finds the delimiter that splits the beginning into the most consistent rows. */
const delimiterOf = (text: string): string => {
  const candidates = delimiters.map(delimiter => ({ delimiter, ...agreement(beginningOf(text, delimiter)) }))
  const chosen = candidates.reduce((best, candidate) =>
    candidate.rows * (candidate.width - 1) > best.rows * (best.width - 1) ? candidate : best,
  )
  return chosen.delimiter
}

const separatorLine = /^\ufeff?sep=([^\r\n])\r?(?:\n|$)/i

/** Reads the rows of a text, numbered as in spreadsheet programs. Skips blank rows. */
const readRows = (text: string, delimiter: string): Pick<Table, 'rows' | 'beyond'> => {
  const measure = createGauge()
  const rows: Row[] = []
  let [number, beyond] = [0, 0]
  const takeRecord = (all: readonly string[]): null => {
    number++
    if (all.every(cell => cell.trim() === '')) return null
    const cells = all.slice(0, tableLimits.columns)
    beyond += all.slice(tableLimits.columns).filter(cell => cell.trim() !== '').length
    measure(cells)
    rows.push({ number, cells })
    return null
  }
  parse(text, { ...options, delimiter, on_record: takeRecord })
  return { rows, beyond }
}

/**
 * Reads a table of separated values (RFC 4180). Also accepts semicolons, tabs, bars or the separator of Excel's `sep=`
 * line, and malformed input that spreadsheet programs accept. Evaluates no formulas. Throws {@link UnreadableFile}.
 */
export const readCsv = (text: string): Table => {
  const [line = '', separator] = separatorLine.exec(text) ?? []
  const rest = text.slice(line.length)
  try {
    return { ...readRows(rest, separator ?? delimiterOf(rest)), marked: [], sheets: [], sheet: undefined }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('brokenAt', { kind: 'CSV', line: Number(error.lines ?? 1) })
    throw error
  }
}
