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
import type { Role } from './access.ts'
import { columnOf } from './table.ts'

/** What people choose from: the records of a table, or those of them that fit a place. */
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

/** A record as it is chosen. */
export interface ChoiceRow {
  id: string
  key: string
  title: string
  status: string
}

/** What a family says of the choice of its records. */
export interface Chosen {
  readonly kind: ChoiceKind
  /** The field that is walked where it is the family's key, and is searched together with the title. */
  readonly key?: string
  /** `title` when left out. */
  readonly title?: string
  /** SQL of its status, where that is no column; the table is `t`. */
  readonly status?: string
  /** SQL of which records can be chosen, where not all of them can. */
  readonly where?: string
  /** Those of the family when left out. */
  readonly roles?: readonly Role[]
}

/** What it says of its table. */
interface Of {
  readonly table: string
  readonly record: TObject
  readonly roles: readonly Role[]
  /** Unique in a workspace. */
  readonly key?: string
}

type Values = Readonly<Record<string, unknown>>

/** How records of a kind are found by a text, and named by their ids. */
export interface ChoiceSource {
  readonly kind: ChoiceKind
  readonly roles: readonly Role[]
  /** Whether they are walked by their keys; newest first where they have none. */
  readonly byKey: boolean
  readonly page: Statement<ChoiceRow, Values>
  /** The last record that a page examined, when there are more. */
  readonly end: Statement<{ id: string }, Values>
  readonly names: Statement<ChoiceRow, Values>
}

/** Keys in the order of their unique index: between two, behind the record `position`, without those that begin so or so. */
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
 * A walk of one index that ends after so many records, as `search` does it: a text in the middle of a title needs an
 * index of trigrams, which an install's own PostgreSQL need not have.
 */
export const choiceSource = ({ table, record, roles, key: ownKey }: Of, chosen: Chosen): ChoiceSource => {
  const { kind, key = ownKey, title = 'title', status = 't.status', where = 'true' } = chosen
  for (const field of [key, title])
    if (field === undefined || !(field in record.properties)) throw new Error(`${table} is not chosen by ${field}`)
  const isKeyed = key !== undefined && key === ownKey
  const walk: { takes: Kinds; past: string; order: string } = isKeyed ? byKey(table, columnOf(key)) : newestFirst
  const named = isKeyed ? `t.${columnOf(key)}` : `t.record::json ->> '${key}'`
  const titled = `t.record::json ->> '${title}'`
  const shown = `t.id, ${named} as key, ${titled} as title, ${status} as status`
  const takes = { position: text, walked: number, ...walk.takes }
  const walked = `from ${table} t where t.organization_id = :organization and ${walk.past} order by t.${walk.order}`
  return {
    kind,
    roles: chosen.roles ?? roles,
    byKey: isKeyed,
    page: composed(
      `page_of_choices_${kind}`,
      { ...takes, pattern: nullable(text), status: nullable(text), limit: number },
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
        { ids: texts },
        `select ${shown} from ${table} t where t.organization_id = :organization and t.id = any (:ids::text[])`,
        rows<ChoiceRow>,
      ),
    ),
  }
}
