import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Column, type Counts, columns } from './meter.ts'

/** The counts by the names of the works, in order. */
export type CountsByWork = ReadonlyMap<string, Counts>

/** The content of bench/counters.txt. */
export interface Table {
  readonly counted: CountsByWork
  readonly timers: number
}

interface Tolerance {
  /** The permitted deviation from the table: this fraction of the value, or `amount` if that is larger. */
  readonly fraction: number
  readonly amount: number
  readonly description: string
}

const exactTolerance = { fraction: 0, amount: 0 }

const tolerances: Readonly<Record<Column, Tolerance>> = {
  statements: {
    ...exactTolerance,
    description: 'statements that PostgreSQL executes, those that begin and bind a transaction included',
  },
  trips: { ...exactTolerance, description: 'round trips to PostgreSQL' },
  parsed: {
    ...exactTolerance,
    description: 'statements parsed anew, other than the first time that a connection prepares them',
  },
  written: { ...exactTolerance, description: 'rows inserted, updated and deleted' },
  sent: { ...exactTolerance, description: 'bytes of the responses, with their headers' },
  read: {
    ...{ fraction: 0.02, amount: 3 },
    description: 'rows and index entries read; entries of dead rows are skipped once no older transaction can see them',
  },
  wal: {
    fraction: 0.1,
    amount: 1000,
    description: 'bytes of the write-ahead log without images of pages; pages of an index split',
  },
  buffers: { fraction: 0.05, amount: 5, description: 'pages of 8 KiB that statements touch; the same dead rows' },
  allocated: {
    fraction: 0.25,
    amount: 60,
    description: 'KiB that V8 allocates in code it has not optimized; other timers also run',
  },
}

const path = join(import.meta.dirname, '..', 'counters.txt')
const width = 11

const toleranceText = ({ fraction, amount }: Tolerance): string =>
  fraction ? `±${fraction * 100}% ±${amount}` : 'exact'

const line = (cells: readonly (string | number)[], name: string): string =>
  `${cells.map(cell => String(cell).padStart(width)).join('')}  ${name}`.trimEnd()

const header = [
  '# The cost of each kind of work, per act, on its own install (npm run counters).',
  '# The second line of the table is the permitted deviation: the larger of the two.',
  ...columns.map(column => `# ${column}: ${tolerances[column].description}`),
]

/**
 * The permitted deviation of the number of timers. One call site sets its timer only under some loads, so its median is
 * 0 or 1.
 */
const allowedTimers = 1

const timersLine = (timers: number): string => `timers of an idle process: ${timers}`

const render = ({ counted, timers }: Table): string =>
  [
    ...header,
    line(columns, 'work'),
    line(
      columns.map(column => toleranceText(tolerances[column])),
      '',
    ),
    ...[...counted].map(([name, counts]) =>
      line(
        columns.map(column => counts[column]),
        name,
      ),
    ),
    timersLine(timers),
    '',
  ].join('\n')

const parseRow = (row: string): [string, Counts] => {
  const values = columns.map((_, i) => Number(row.slice(i * width, (i + 1) * width)))
  const counts = Object.fromEntries(columns.map((column, i) => [column, values[i] ?? Number.NaN]))
  return [row.slice(columns.length * width + 2), counts as Record<Column, number>]
}

/** The committed table. */
export const readTable = async (): Promise<Table> => {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const rows = lines.slice(header.length + 2, -1)
  return { counted: new Map(rows.map(parseRow)), timers: Number(lines.at(-1)?.replace(timersLine(0).slice(0, -1), '')) }
}

/** A cell whose change exceeds its tolerance. */
export interface Difference {
  readonly work: string
  readonly column: Column
  readonly was: number
  readonly is: number
}

const isAllowed = (column: Column, is: number, was: number): boolean =>
  Math.abs(is - was) <= Math.max(tolerances[column].amount, was * tolerances[column].fraction) + 0.001

/** The cells whose current count differs from the table. */
export const differences = (now: CountsByWork, table: CountsByWork): Difference[] =>
  [...now].flatMap(([work, counts]) => {
    const previous = table.get(work)
    if (!previous) return []
    return columns
      .filter(column => !isAllowed(column, counts[column], previous[column]))
      .map(column => ({ work, column, was: previous[column], is: counts[column] }))
  })

/** Writes the table. A value within its tolerance stays unchanged, so that only real changes appear. */
export const writeTable = async ({ counted, timers }: Table): Promise<void> => {
  const before = await readTable()
  const merged = [...counted].map(([work, counts]): [string, Counts] => {
    const previous = before.counted.get(work) ?? counts
    const values = columns.map(column => [
      column,
      isAllowed(column, counts[column], previous[column]) ? previous[column] : counts[column],
    ])
    return [work, Object.fromEntries(values) as Record<Column, number>]
  })
  await writeFile(path, render({ counted: new Map(merged), timers }))
}

/** A cell or a kind of work that differs between two tables, with a line to print. */
interface DifferenceLine {
  readonly cell: string
  readonly text: string
}

/** The differences between two tables, and the kinds of work that are in only one of them. */
export const compare = (now: Table, table: Table): DifferenceLine[] => [
  ...differences(now.counted, table.counted).map(({ work, column, was, is }) => {
    const change = was === 0 ? '' : `, ${is > was ? '+' : ''}${(((is - was) / was) * 100).toFixed(1)} %`
    const allowed = `allowed: ${toleranceText(tolerances[column])}`
    return { cell: `${work} ${column}`, text: `${work}: ${column} was ${was} and is ${is}${change} (${allowed})` }
  }),
  ...[...now.counted.keys()]
    .filter(name => !table.counted.has(name))
    .map(name => ({ cell: name, text: `${name}: is not in the table` })),
  ...[...table.counted.keys()]
    .filter(name => !now.counted.has(name))
    .map(name => ({ cell: name, text: `${name}: is only in the table` })),
  ...(Math.abs(now.timers - table.timers) <= allowedTimers
    ? []
    : [{ cell: 'timers', text: `${timersLine(now.timers)}, in the table ${table.timers}` }]),
]
