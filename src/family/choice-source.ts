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

/** The kinds that people choose from: the records of a table, or those that fit a place. */
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
  /** The key field of the family, if it has one: the walk follows it, and searches cover it and the title. */
  readonly key?: string
  /** `title` when left out. */
  readonly title?: string
  /** SQL for the status, if it is not a column; the table is `t`. */
  readonly status?: string
  /** SQL that selects the records on offer; all when left out. */
  readonly where?: string
  /** The roles of the family when left out. */
  readonly roles?: readonly Role[]
}

/** How the family is stored. */
interface Of {
  readonly table: string
  readonly record: TObject
  readonly roles: readonly Role[]
  /** Unique in a workspace. */
  readonly key?: string
}

type Values = Readonly<Record<string, unknown>>

/** How to find records of a kind by a text, and name them by their ids. */
export interface ChoiceSource {
  readonly kind: ChoiceKind
  readonly roles: readonly Role[]
  /** Whether the walk follows their keys; without keys it goes from the newest to the oldest. */
  readonly byKey: boolean
  readonly page: Statement<ChoiceRow, Values>
  /** The last record that a page examined, if more follow. */
  readonly end: Statement<{ id: string }, Values>
  readonly names: Statement<ChoiceRow, Values>
}

/**
 * Keys in the order of their unique index: between two bounds, behind the record `position`, except keys with the given
 * prefixes.
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
 * A walk of one index that ends after a fixed number of records, as in `search`. A text in the middle of a title would
 * need a trigram index, which an install's own PostgreSQL need not support.
 */
export const choiceSource = ({ table, record, roles, key: ownKey }: Of, chosen: ChoiceDeclaration): ChoiceSource => {
  const { kind, key = ownKey, title = 'title', status = 't.status', where = 'true' } = chosen
  for (const field of [key, title])
    if (field === undefined || !(field in record.properties)) throw new Error(`${table} is not chosen by ${field}`)
  const isKeyed = key !== undefined && key === ownKey
  const walk: { takes: Kinds; past: string; order: string } = isKeyed ? byKey(table, columnOf(key)) : newestFirst
  const named = isKeyed ? `t.${columnOf(key)}` : `t.record::json ->> '${key}'`
  const titled = `t.record::json ->> '${title}'`
  const shown = `t.id, ${named} as key, ${titled} as title, ${status} as status`
  const takes: Kinds = { position: text, walked: number, ...walk.takes }
  const given: Kinds = { ...takes, pattern: nullable(text), status: nullable(text), limit: number }
  const ids: Kinds = { ids: texts }
  const walked = `from ${table} t where t.organization_id = :organization and ${walk.past} order by t.${walk.order}`
  return {
    kind,
    roles: chosen.roles ?? roles,
    byKey: isKeyed,
    page: composed(
      `page_of_choices_${kind}`,
      given,
      `select ${shown} from (select t.* ${walked} limit :walked) t
        where (:status::text is null or ${status} = :status) and ${where}
          and (:pattern::text is null or ${named} ~ :pattern or ${titled} ~ :pattern)
        order by t.${walk.order} limit :limit`,
      rows<ChoiceRow>,
    ),
    end: composed(
      `end_of_choices_${kind}`,
      takes,
      `select t.id ${walked} offset :walked limit 1`,
      rows<{ id: string }>,
    ),
    names: forItsValues(
      composed(
        `names_of_choices_${kind}`,
        ids,
        `select ${shown} from ${table} t where t.organization_id = :organization and t.id = any (:ids::text[])`,
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
