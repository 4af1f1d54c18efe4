import { type Column, type Counts, columns } from './meter.ts'

/** By the names of the works, in their order. */
export type Table = ReadonlyMap<string, Counts>

/** How far a value may be from the table's: by this part of it, or by this much. */
const allowed: Readonly<Record<Column, { readonly part: number; readonly much: number }>> = {
  statements: { part: 0, much: 0 },
  trips: { part: 0, much: 0 },
  parsed: { part: 0, much: 0 },
  written: { part: 0, much: 0 },
  // What is counted by day depends on the hour.
  read: { part: 0.02, much: 2 },
  sent: { part: 0.01, much: 16 },
  wal: { part: 0.1, much: 300 },
  buffers: { part: 0.1, much: 4 },
  allocated: { part: 0.5, much: 100 },
}

const width = 12
const said = ({ part, much }: (typeof allowed)[Column]): string => (part ? `±${part * 100}%|${much}` : 'exact')

const line = (cells: readonly (string | number)[], name: string): string =>
  `${cells.map(cell => String(cell).padStart(width)).join('')}  ${name}`

export const renderTable = (table: Table): string =>
  [
    line(columns, ''),
    line(
      columns.map(column => said(allowed[column])),
      '',
    ),
    ...[...table].map(([name, counts]) =>
      line(
        columns.map(column => counts[column]),
        name,
      ),
    ),
  ]
    .map(text => `${text.trimEnd()}\n`)
    .join('')

export const parseTable = (text: string): Table =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .slice(2)
      .map(row => {
        const values = columns.map((_, i) => Number(row.slice(i * width, (i + 1) * width)))
        const counts = Object.fromEntries(columns.map((column, i) => [column, values[i] ?? Number.NaN]))
        return [row.slice(columns.length * width + 2), counts as Record<Column, number>]
      }),
  )

const isAllowed = (column: Column, now: number, then: number): boolean =>
  Math.abs(now - then) <= Math.max(allowed[column].much, then * allowed[column].part) + 0.001

/** What differs between the table and what was counted now: a line for each cell, and for each work that one lacks. */
export const differences = (table: Table, now: Table): string[] => [
  ...[...now].flatMap(([name, counts]) => {
    const then = table.get(name)
    if (!then) return [`${name}: is not in the table`]
    return columns
      .filter(column => !isAllowed(column, counts[column], then[column]))
      .map(column => `${name}: ${column} ${counts[column]}, in the table ${then[column]}`)
  }),
  ...[...table.keys()].filter(name => !now.has(name)).map(name => `${name}: is in the table only`),
]
