import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { createGauge, type Row, type Table, tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

const delimiters = [',', ';', '\t', '|'] as const

/** The number of rows compared to find the delimiter: titles and remarks may precede a table. */
const comparedRows = 60

const options = {
  bom: true,
  relax_column_count: true,
  // Quotes inside a cell that does not begin with one are text, as in spreadsheet programs.
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: tableLimits.fileMiB * 1024 * 1024,
}

const parseRows = (text: string, delimiter: string, to: number): string[][] =>
  parse(text, { ...options, delimiter, to })

/** The width on which the most cells agree, and the number of rows with it. */
const agreement = (rows: readonly (readonly string[])[]): { readonly width: number; readonly rows: number } => {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width, agreed] = [...counts].reduce((most, one) => (one[0] * one[1] > most[0] * most[1] ? one : most), [1, 0])
  return { width, rows: agreed }
}

const beginningOf = (text: string, delimiter: string): string[][] => {
  try {
    return parseRows(text, delimiter, comparedRows)
  } catch {
    return []
  }
}

/** The delimiter that splits the beginning into the most consistent rows; a line `sep=;` of Excel sets it. */
const delimiterOf = (text: string): string => {
  const candidates = delimiters.map(delimiter => ({ delimiter, ...agreement(beginningOf(text, delimiter)) }))
  const best = candidates.reduce((most, one) =>
    one.rows * (one.width - 1) > most.rows * (most.width - 1) ? one : most,
  )
  return best.delimiter
}

const separatorLine = /^\ufeff?sep=([^\r\n])\r?(?:\n|$)/i

/** The rows of a text, numbered as in spreadsheet programs; blank lines are skipped. */
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
 * The rows of a table of separated values (RFC 4180; also with semicolons, tabs or bars, and with the leniency of
 * spreadsheet programs for malformed input). Nothing is evaluated. Throws {@link UnreadableFile}.
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
