import type { TObject } from 'typebox'
import {
  composed,
  forItsValues,
  type Kinds,
  nullable,
  number,
  rows,
  type Statement,
  text,
  texts,
} from '#db/statement.ts'
import type { Role } from '#http/access.ts'
import { columnOf } from './table.ts'

/** The kinds of choice: all records of a table, or those that a certain field accepts. */
export const choiceKinds = [
  'person',
  'reviewer',
  'assessor',
  'service_account',
  'unit',
  'framework',
  'control',
  'finding',
  'policy',
  'questionnaire',
  'risk',
  'assessment',
  'evidence_requirement',
  'document_requirement',
  'response_requirement',
  'evidence_claim',
  'submission_requirement',
  'submission_package',
  'asset',
  'party_engagement',
  'monitoring_definition',
  'monitoring_run',
  'indicator_definition',
] as const

export type ChoiceKind = (typeof choiceKinds)[number]

/** A record offered as a choice. */
export interface ChoiceRow {
  id: string
  key: string
  title: string
  status: string
}

/** How a family offers its records as choices. */
export interface ChoiceDeclaration {
  readonly kind: ChoiceKind
  /**
   * The field shown as the key; by default the family's key, and pages are then sorted by it. Searches cover this field
   * and the title.
   */
  readonly key?: string
  /** The field shown as the title; `title` by default. */
  readonly title?: string
  /** SQL for the status, if it is not a column; the table is `t`. */
  readonly status?: string
  /** SQL condition for the records to offer; all records by default. */
  readonly where?: string
  /** The roles that may choose its records; by default, the roles of the family. */
  readonly roles?: readonly Role[]
}

/** How the family is stored. */
interface StoredFamily {
  readonly table: string
  readonly record: TObject
  readonly roles: readonly Role[]
  /** The field whose values are unique in a workspace. */
  readonly key?: string
}

type Values = Readonly<Record<string, unknown>>

/** The statements that search for records of a kind by text, and read the names of records by id. */
export interface ChoiceSource {
  readonly kind: ChoiceKind
  readonly roles: readonly Role[]
  /** Whether records are sorted by key; otherwise the newest comes first. */
  readonly byKey: boolean
  readonly page: Statement<ChoiceRow, Values>
  /** Selects the last record that a page examined, if more follow. */
  readonly end: Statement<{ id: string }, Values>
  readonly names: Statement<ChoiceRow, Values>
}

/**
 * Walks keys in the order of their unique index: between two bounds, after the record `position`, and without keys that
 * have the prefixes `without`.
 */
const byKey = (table: string, column: string) => ({
  takes: { from: text, until: text, without: texts },
  past: `t.${column} >= :from and t.${column} < :until
       and t.${column} > coalesce((select p.${column} from ${table} p
             where p.organization_id = :organization and p.id = :position), '')
       and not t.${column} ^@ any (:without::text[])`,
  order: `${column}`,
})

const newestFirst = { takes: {}, past: 't.id < :position', order: 'id desc' }

/**
 * Builds statements that walk one index and end after a fixed number of records, as in `search`. Finding a text inside
 * a title by index would need a trigram index, which an install's own PostgreSQL may not support.
 */
export const choiceSource = (
  { table, record, roles, key: ownKey }: StoredFamily,
  declared: ChoiceDeclaration,
): ChoiceSource => {
  const { kind, key = ownKey, title = 'title', status = 't.status', where = 'true' } = declared
  for (const field of [key, title])
    if (field === undefined || !(field in record.properties))
      throw new Error(`${table} has no field ${field} for choices`)
  const isKeyed = key !== undefined && key === ownKey
  const walk: { takes: Kinds; past: string; order: string } = isKeyed ? byKey(table, columnOf(key)) : newestFirst
  const keySql = isKeyed ? `t.${columnOf(key)}` : `t.record::json ->> '${key}'`
  const titleSql = `t.record::json ->> '${title}'`
  const columns = `t.id, ${keySql} as key, ${titleSql} as title, ${status} as status`
  const takes: Kinds = { position: text, walked: number, ...walk.takes }
  const pageKinds: Kinds = { ...takes, pattern: nullable(text), status: nullable(text), limit: number }
  const ids: Kinds = { ids: texts }
  const walkSql = `from ${table} t where t.organization_id = :organization and ${walk.past} order by t.${walk.order}`
  return {
    kind,
    roles: declared.roles ?? roles,
    byKey: isKeyed,
    page: composed(
      `page_of_choices_${kind}`,
      pageKinds,
      `select ${columns} from (select t.* ${walkSql} limit :walked) t
        where (:status::text is null or ${status} = :status) and ${where}
          and (:pattern::text is null or ${keySql} ~ :pattern or ${titleSql} ~ :pattern)
        order by t.${walk.order} limit :limit`,
      rows<ChoiceRow>,
    ),
    end: composed(
      `end_of_choices_${kind}`,
      takes,
      `select t.id ${walkSql} offset :walked limit 1`,
      rows<{ id: string }>,
    ),
    names: forItsValues(
      composed(
        `names_of_choices_${kind}`,
        ids,
        `select ${columns} from ${table} t where t.organization_id = :organization and t.id = any (:ids::text[])`,
        rows<ChoiceRow>,
      ),
    ),
  }
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** The record lists that people choose from. */
    readonly choiceSources: readonly ChoiceSource[]
  }
}
