import { type LeftOut, leftOutOf, type ParsedClause } from './clauses.ts'
import { type Columns, countMarks, type Headings, type Mapped, mapColumns } from './columns.ts'
import { isColumnOfCrosses, markOf } from './marks.ts'
import { depthOf, parentsByDepth } from './parents.ts'
import { nameOfColumn, type Table, tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

/**
 * The accepted column headings of each field, without case, spaces and accents. The first one is used in exports of
 * this program.
 */
const headings = {
  clauseKey: ['clausekey', 'key', 'id', 'refid', 'ref', 'reference', 'clause', 'number', 'nr'],
  title: ['title', 'name', 'requirement', 'titel', 'bezeichnung'],
  text: ['text', 'description', 'beschreibung'],
  parentKey: ['parentkey', 'parent', 'partof', 'parentid', 'parentrefid', 'teilvon'],
  depth: ['depth', 'level', 'ebene', 'tiefe', 'stufe', 'niveau', 'outlinelevel'],
  isAssessable: ['isassessable', 'assessable', 'zubewerten', 'bewertbar'],
} as const satisfies Headings<string>

export type ClauseField = keyof typeof headings
export const clauseFields = Object.keys(headings) as readonly ClauseField[]

/** The sheet and columns with which a table was read, and the alternatives for another attempt. */
export interface ClauseTable {
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  readonly headings: readonly string[]
  readonly columns: Columns<ClauseField>
}

/** A table that cannot be read with these choices; another sheet or other columns may work. */
export class UnreadableTable extends UnreadableFile {
  readonly table: ClauseTable

  constructor({ reason, values }: Pick<UnreadableFile, 'reason' | 'values'>, table: ClauseTable) {
    super(reason, values)
    this.table = table
  }
}

/** Runs `work` and adds the table to errors that it throws. */
const withTable = <T>(table: ClauseTable, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableTable(error, table) : error
  }
}

interface RawRow {
  readonly key: string
  readonly parentKey: string
  readonly depth: string
  readonly title: string
  readonly text: string
  readonly mark: string
}

const rawRows = ({ rows, columns }: Mapped<ClauseField>): RawRow[] =>
  rows.flatMap(({ cells }) => {
    const cell = (field: ClauseField): string => (cells[columns[field] ?? -1] ?? '').trim()
    const [key, title, text] = [cell('clauseKey'), cell('title'), cell('text')]
    // Skips separator rows, and rows with only a remark in another column.
    if (key === '' && title === '' && text === '') return []
    return [{ key, title, text, parentKey: cell('parentKey'), depth: cell('depth'), mark: cell('isAssessable') }]
  })

/** Converts rows to clauses. A row without text that has child rows is a heading, unless it is marked as assessable. */
const parseRows = (mapped: Mapped<ClauseField>) => {
  const raw = rawRows(mapped)
  // Identifies rows without a key by their number, so that child rows can refer to them.
  const ids = raw.map(({ key }, i) => key || `row ${i + 1}`)
  const byDepth = parentsByDepth(raw.map(({ depth }, i) => ({ id: ids[i] ?? '', depth: depthOf(depth) })))
  const parents = raw.map(({ parentKey }, i) => parentKey || (byDepth[i] ?? null))
  const parentIds = new Set(parents)
  const areCrosses = isColumnOfCrosses(raw.map(({ mark }) => mark))
  const clauses = raw.map(({ key, title, text, mark }, i): ParsedClause => {
    const isHeading = text === '' && parentIds.has(ids[i] ?? '')
    const byDefault = areCrosses ? false : !isHeading
    return { id: ids[i] ?? '', key, parent: parents[i] ?? null, title, text, isAssessable: markOf(mark) ?? byDefault }
  })
  const unknownMarks = raw.filter(({ mark }) => mark !== '' && markOf(mark) === undefined).length
  const unknownDepths = raw.filter(({ depth }) => depth !== '' && depthOf(depth) === undefined).length
  return { clauses, unknownMarks, unknownDepths }
}

/** Lists the columns with content that are not read. */
const unreadColumns = ({ headings, columns, rows }: Mapped<ClauseField>, beyond: number): LeftOut[] => {
  const read = new Set(Object.values<number | undefined>(columns))
  const cellCounts = new Map<string, number>()
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries()) {
      if (read.has(column) || cell.trim() === '') continue
      const name = headings[column]?.trim() || nameOfColumn(column)
      cellCounts.set(name, (cellCounts.get(name) ?? 0) + 1)
    }
  if (beyond > 0) cellCounts.set(`${nameOfColumn(tableLimits.columns)}…`, beyond)
  return leftOutOf('columns', cellCounts)
}

/** Reads the clauses of a table, by its headings or by the chosen columns. Throws {@link UnreadableTable}. */
export const fromTable = (table: Table, chosenColumns?: Columns<ClauseField>) => {
  const { sheets, sheet } = table
  const mapped = withTable({ sheets, sheet, headings: [], columns: {} }, () =>
    mapColumns(table, headings, chosenColumns),
  )
  const clauseTable: ClauseTable = { sheets, sheet, headings: mapped.headings, columns: mapped.columns }
  const { clauseKey, title, text } = mapped.columns
  if (clauseKey === undefined || (title === undefined && text === undefined))
    throw new UnreadableTable({ reason: 'noColumns', values: {} }, clauseTable)
  const cells = withTable(clauseTable, () => countMarks(table.marked, mapped))
  const { clauses, ...unknown } = parseRows(mapped)
  return {
    clauses,
    table: clauseTable,
    leftOut: unreadColumns(mapped, table.beyond),
    losses: { ...cells, ...unknown },
  }
}
