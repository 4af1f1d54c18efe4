import type { Said } from './clauses.ts'
import { type Columns, countMarks, type Headings, type Mapped, mapColumns } from './columns.ts'
import type { Table } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What a column may be called, without case, spaces and accents; the first of a field is what this program writes. */
const headings = {
  clauseKey: ['clausekey', 'key', 'id', 'refid', 'ref', 'reference', 'clause', 'number', 'nr'],
  title: ['title', 'name', 'requirement', 'titel', 'bezeichnung'],
  text: ['text', 'description', 'beschreibung'],
  parentKey: ['parentkey', 'parent', 'partof'],
  isAssessable: ['isassessable', 'assessable'],
} as const satisfies Headings<string>

export type ClauseField = keyof typeof headings
export const clauseFields = Object.keys(headings) as readonly ClauseField[]

/** How a table was read, for who may want it otherwise. */
export interface ClauseTable {
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  readonly headings: readonly string[]
  readonly columns: Columns<ClauseField>
}

/** Why a table cannot be read, with what is known of it: another sheet or other columns may do. */
export class UnreadableTable extends UnreadableFile {
  readonly table: ClauseTable

  constructor({ reason, values }: Pick<UnreadableFile, 'reason' | 'values'>, table: ClauseTable) {
    super(reason, values)
    this.table = table
  }
}

/** Does it; what it throws of a table says which one it is. */
const about = <T>(table: ClauseTable, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableTable(error, table) : error
  }
}

const no = /^(no|false|0|nein|n|falsch)$/i

const saidOf = ({ rows, columns }: Mapped<ClauseField>): Said[] =>
  rows.flatMap(({ cells }) => {
    const cell = (field: ClauseField): string => (cells[columns[field] ?? -1] ?? '').trim()
    const [key, title, text] = [cell('clauseKey'), cell('title'), cell('text')]
    // A line between two chapters, or one with a remark in another column.
    if (key === '' && title === '' && text === '') return []
    const isAssessable = !no.test(cell('isAssessable'))
    return [{ id: key, key, parent: cell('parentKey') || null, title, text, isAssessable }]
  })

/** The clauses of a table, by its headings or by what was chosen. Throws {@link UnreadableTable}. */
export const fromTable = (table: Table, chosen?: Columns<ClauseField>) => {
  const { sheets, sheet } = table
  const mapped = about({ sheets, sheet, headings: [], columns: {} }, () => mapColumns(table, headings, chosen))
  const shown: ClauseTable = { sheets, sheet, headings: mapped.headings, columns: mapped.columns }
  const { clauseKey, title } = mapped.columns
  if (clauseKey === undefined || title === undefined)
    throw new UnreadableTable({ reason: 'noColumns', values: {} }, shown)
  const cells = about(shown, () => countMarks(table.marked, mapped))
  return { said: saidOf(mapped), table: shown, cells }
}
