/** Creates the report on how the rows of a table were read. */
import { onScale, type Scale } from './finding-rows/severity.ts'
import { findingFields, type ReadRows, type RowLosses } from './finding-table.ts'
import type { TableFile } from './read-table.ts'
import { tableLimits } from './table.ts'
import { truncate } from './text.ts'

/** The line for each count, printed if the count is above zero. */
const lossLines = {
  numberIds: count => `${count} ids may be row numbers and are not used; use --column id=… if they identify findings`,
  withoutSeverity: count => `${count} without a severity, taken as medium`,
  ratedOtherwise: count => `${count} rated otherwise than their score says; the rating counts`,
  alike: count =>
    `${count} equal to a row above in id, rule, title and place, but not in the rest: each is a finding of its own`,
  formulas: count => `${count} cells are formulas; their saved values are used`,
  errors: count => `${count} cells hold an error of the spreadsheet`,
  merged: count => `${count} cells are merged with the one above and have its text`,
  unformatted: count => `${count} numbers have an unknown format and are read as plain numbers`,
  cutTexts: count => `${count} texts are too long and are cut`,
} as const satisfies Partial<Record<keyof RowLosses, (count: number) => string>>

const maxNamed = 20
const maxLength = 60

const listNames = (items: readonly string[]): string =>
  items.slice(0, maxNamed).join(', ') + (items.length > maxNamed ? ` and ${items.length - maxNamed} more` : '')

const wordsLine = (label: string, words: ReadonlyMap<string, number>): string[] =>
  words.size === 0
    ? []
    : [`${label}: ${listNames([...words].map(([word, count]) => `“${truncate(word, maxLength)}” (${count})`))}`]

const columnLines = ({ columns: { headings, columns, unread } }: ReadRows): string[] => {
  const mapped = findingFields.flatMap(field => {
    const names = columns[field].map(column => headings[column]?.trim() ?? '')
    return names.length === 0 ? [] : [`${field}=${names.join('+')}`]
  })
  return [`columns: ${mapped.join(', ')}`, ...(unread.length > 0 ? [`columns not read: ${listNames(unread)}`] : [])]
}

const repeatLine = ({ repeats }: ReadRows): string[] =>
  repeats.length === 0
    ? []
    : [
        `${repeats.length} rows repeat another in every column and are one finding with it: ${listNames(repeats.map(([first, again]) => `row ${again} repeats row ${first}`))}`,
      ]

const scaleLine = (scale: Scale | undefined): string[] => {
  if (!scale) return []
  const count = scale.to - scale.from + 1
  const values = Array.from({ length: Math.min(count, maxNamed) }, (_, i) => scale.from + i)
  return [`scale: ${values.map(value => `${value}=${onScale(scale, value) ?? ''}`).join(', ')}`]
}

export const rowLines = (table: TableFile, read: ReadRows, scale: Scale | undefined): string[] => {
  const { closed, setAside, undecided, withoutTitle } = read.losses
  const sheet = table.sheet === undefined ? '' : ` of “${table.sheet}”`
  const losses = Object.entries(lossLines).flatMap(([name, line]) => {
    const count = read.losses[name as keyof typeof lossLines]
    return count > 0 ? [line(count)] : []
  })
  return [
    ...columnLines(read),
    ...scaleLine(scale),
    ...(table.encoding && table.encoding !== 'utf-8' ? [`read as ${table.encoding}`] : []),
    `${read.findings.length} findings in ${read.rows} rows${sheet}; left out: ${closed} closed or passed, ${setAside} set aside, ${undecided} undecided, ${withoutTitle} without a title`,
    ...repeatLine(read),
    ...losses,
    ...wordsLine('severities that are not known, taken as medium', read.unknownSeverities),
    ...wordsLine('statuses that are not known, taken as open', read.unknownStatuses),
    ...(table.beyond > 0 ? [`${table.beyond} cells beyond column ${tableLimits.columns} are not read`] : []),
  ]
}
