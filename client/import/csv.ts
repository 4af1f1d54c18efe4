import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { createGauge, type Table, tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

const delimiters = [',', ';', '\t'] as const

/** Which of the delimiters the first line has most. */
const delimiterOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1)
  const counted = delimiters.map(one => [header.split(one).length, one] as const)
  return counted.reduce((most, one) => (one[0] > most[0] ? one : most))[1]
}

const options = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  // One more, so that a table of too many is seen as such.
  to: tableLimits.rows + 1,
  max_record_size: 4 * 1024 * 1024,
} as const

const rowsOf = (text: string): string[][] => {
  try {
    return parse(text, { ...options, delimiter: delimiterOf(text) })
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('brokenAt', { kind: 'CSV', line: Number(error.lines ?? 1) })
    throw error
  }
}

/** The rows of a table (RFC 4180; also with semicolons or tabs). Nothing is evaluated. Throws {@link UnreadableFile}. */
export const readCsv = (text: string): Table => {
  const measure = createGauge()
  const rows = rowsOf(text).map((cells, i) => {
    measure(i + 1, cells)
    return { number: i + 1, cells }
  })
  return { rows, marked: [], sheets: [], sheet: undefined }
}
