import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import type { Said } from './clauses.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What a column may be called; the first of a field is what this program writes. */
const columns = {
  clauseKey: ['clausekey', 'key', 'id', 'refid', 'ref', 'reference', 'clause', 'number', 'nr'],
  title: ['title', 'name', 'requirement', 'titel', 'bezeichnung'],
  text: ['text', 'description', 'beschreibung'],
  parentKey: ['parentkey', 'parent', 'partof'],
  isAssessable: ['isassessable', 'assessable'],
} as const

type Column = keyof typeof columns

const columnOf = (header: string): Column | undefined => {
  const name = header.toLowerCase().replace(/[^a-z]/g, '')
  return (Object.keys(columns) as Column[]).find(column => (columns[column] as readonly string[]).includes(name))
}

const delimiters = [',', ';', '\t'] as const
const no = /^(no|false|0|nein|n)$/i

/** Which of the delimiters the first line has most. */
const delimiterOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1)
  const counted = delimiters.map(one => [header.split(one).length, one] as const)
  return counted.reduce((most, one) => (one[0] > most[0] ? one : most))[1]
}

const rowsOf = (text: string): string[][] => {
  try {
    return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`It is no CSV: ${error.message}`)
    throw error
  }
}

/** The rows of a table (RFC 4180; also with semicolons or tabs), by the names in its first line. Nothing is evaluated. */
export const fromCsv = (text: string): Said[] => {
  const [header = [], ...rows] = rowsOf(text)
  const places = new Map(header.flatMap((name, i) => [[columnOf(name), i] as const]).reverse())
  if (!places.has('clauseKey') || !places.has('title'))
    throw new UnreadableFile('Its first line must name the columns clauseKey and title.')
  return rows.map(row => {
    const cell = (column: Column): string => (row[places.get(column) ?? -1] ?? '').trim()
    const key = cell('clauseKey')
    return {
      id: key,
      key,
      parent: cell('parentKey') || null,
      title: cell('title'),
      text: cell('text'),
      isAssessable: !no.test(cell('isAssessable')),
    }
  })
}
