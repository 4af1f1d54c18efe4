import { composed, type Kinds, nullable, number, rows, type Statement, text, texts } from '#db/statement.ts'
import type { Role } from '#http/access.ts'

/** The kinds of work. */
export const workKinds = [
  'claim_review',
  'claim_answer',
  'assessment_answers',
  'assessment_completion',
  'room_request',
  'finding_remediation',
  'finding_closing',
  'risk_review',
  'approval',
  'evidence_renewal',
  'package_due',
  'policy_acknowledgement',
  'questionnaire_answers',
] as const

export type WorkKind = (typeof workKinds)[number]

/**
 * A row of a source: a record that needs the person's action or, without `record`, the position up to which the source
 * searched.
 */
export interface WorkRow {
  id: string
  /** The due time in milliseconds; null if no date is set. */
  due: number | null
  record: string | null
  open: number | null
  /** In the work of a deputy: the absent person for whom the record waits. */
  behalf?: string
}

type Order =
  /** Sorts by id, and thus by creation time: the record has waited since then. */
  | { readonly by: 'id'; readonly prefix: string }
  /**
   * Sorts by an indexed column or expression of `t`: milliseconds, or a timestamp that is infinity without a due date.
   */
  | { readonly by: string; readonly as: 'milliseconds' | 'timestamp' }

/** A separate index scan for each row `o` of the query `each`. */
interface WalkPerRow {
  readonly each: string
  readonly where: string
}

interface SourceDeclaration {
  readonly kind: WorkKind
  readonly roles: readonly Role[]
  readonly table: string
  /** Conditions on `t`. For each, the source scans one index in the given order. */
  readonly where: readonly (string | WalkPerRow)[]
  readonly order: Order
  /** Columns of `t` that `needs` and `open` use, as columns of `w`. */
  readonly columns?: readonly string[]
  /** SQL: whether the row `w` needs the person's action; by default true. */
  readonly needs?: string
  /** SQL: the number of parts of `w` that are still open. */
  readonly open?: string
  /** The field with the record's key. */
  readonly key?: string
  /**
   * The part of the work that waits for one person. If this is SQL, it selects on `t` the records that wait for the
   * person `o.id`; the deputies of that person get those that also meet `needs` for the deputy. `personal` work cannot
   * be taken over. Omitted if the work waits for everyone who may do it.
   */
  readonly deputy?: string | 'personal'
  /**
   * SQL: a text that changes each time the record `w` needs the person again, such as the id of the last request. By
   * default, a record needs a person again only after a time in which it did not need them.
   */
  readonly occasion?: string
}

/** A row of the overview of a source: its counts, repeated for each of its first records. */
export interface WorkOverviewRow {
  count: number
  /** Records that are past their due time. */
  late: number
  /** Records that are due within a week. */
  week: number
  /** Whether the source stopped before its end, so that it may have more. */
  more: boolean
  id: string | null
  due: number | null
  record: string | null
  open: number | null
  behalf?: string | null
}

/** A record that needs one of several people. */
export interface PersonWorkRow {
  person: string
  id: string
  due: number | null
  occasion: string | null
  /** False for the record at which the search for this person stopped. */
  needed: boolean
  /** Whether the search for this person stopped at this record, so that later ones may need them too. */
  last: boolean
  /** For deputies: the absent person for whom the record waits. */
  behalf?: string
}

type WorkValues = Readonly<Record<string, unknown>>

/** The queries for work, and the people it concerns. */
export interface WorkStatements extends Pick<SourceDeclaration, 'kind' | 'roles' | 'order' | 'key'> {
  readonly page: Statement<WorkRow, WorkValues>
  /** Counts the records that `page` returns from the start, and returns the first of them. */
  readonly overview: Statement<WorkOverviewRow, WorkValues>
}

/** A record that needs the person, and whether the search stopped at its limit. */
interface WorkIdRow {
  /** Null in the only row of a search without records. */
  id: string | null
  more: boolean
}

/**
 * Queries for the work that waits for one person, from the start, and for the records among it that a deputy may act
 * on.
 */
interface CoverStatements {
  readonly ids: Statement<WorkIdRow, WorkValues>
  /** The records of `:ids` that the deputy needs to act on. Absent if the work cannot be taken over. */
  readonly taken?: Statement<WorkIdRow, WorkValues>
}

/** The queries for work, and the same for deputies of absent people. */
export interface WorkSource extends WorkStatements {
  /** Absent if the work waits for everyone who may do it. */
  readonly cover?: CoverStatements
  /** For each of several people, the records that `page` would return to them from the start, in order. */
  readonly people: Statement<PersonWorkRow, WorkValues>
  readonly forDeputy?: WorkStatements & Pick<WorkSource, 'people'>
}

const values: Kinds = {
  limit: number,
  walked: number,
  /** The start of the page; which value is used depends on the order. */
  after: text,
  afterMs: number,
  afterTime: text,
  afterId: text,
  person: text,
  role: nullable(text),
  soonMs: number,
  soonTime: text,
  nowMs: number,
  nowTime: text,
  weekMs: number,
  /** Records that wait for an absent person. */
  ids: texts,
  /** The absent people whose deputy is the `:person`. */
  principals: texts,
  /** The deputies of the `:principals`, in the same order. */
  deputies: texts,
  /** People and their roles, in the same order. */
  people: texts,
  roles: texts,
}

const kindsUsedBy = (sql: string): Kinds =>
  Object.fromEntries(Object.entries(values).filter(([name]) => new RegExp(`(?<!:):${name}\\b`).test(sql)))

const orders = {
  id: () => ({ past: 't.id > :after', at: 'null::bigint', by: 't.id', due: 'null::bigint' }),
  milliseconds: (by: string) => ({
    past: `(${by}, t.id) > (:afterMs::bigint, :afterId)`,
    at: by,
    by: `${by}, t.id`,
    due: 'w.at',
  }),
  timestamp: (by: string) => ({
    past: `(${by}, t.id) > (:afterTime::timestamptz, :afterId)`,
    at: by,
    by: `${by}, t.id`,
    due: `case when isfinite(w.at) then (extract(epoch from w.at) * 1000)::bigint end`,
  }),
}

const principals = 'select p.id from unnest(:principals::text[]) p(id)'
const principalsOfPerson =
  'select p.id from unnest(:deputies::text[], :principals::text[]) p(deputy, id) where p.deputy = :person'

/**
 * Declares a query for the open work of a feature. Work is derived from records instead of a table of tasks, so
 * finished work needs no closing. A page examines a limited number of index entries. If it is not full when it reaches
 * that limit, its last row has the position that it reached, found by a second scan.
 */
export const workSource = (declaration: SourceDeclaration): WorkSource => {
  const { deputy } = declaration
  const own = { ...workStatements(declaration), people: peopleStatement(declaration) }
  if (deputy === undefined) return own
  if (deputy === 'personal') return { ...own, cover: { ids: idsStatement(declaration, 'ids') } }
  const waiting = (where: string, each = principals) => ({ ...declaration, where: [{ each, where }] })
  const cover = {
    ids: idsStatement(waiting(deputy), 'ids'),
    taken: idsStatement(waiting(`${deputy} and t.id = any (:ids::text[])`), 'taken'),
  }
  const people = peopleStatement(waiting(deputy, principalsOfPerson), true)
  return { ...own, cover, forDeputy: { ...workStatements(waiting(deputy), true), people } }
}

const createWalk = (declaration: SourceDeclaration, isForDeputy: boolean) => {
  const { table, where, order, columns = [] } = declaration
  const { past, at, by, due } = orders['as' in order ? order.as : 'id'](order.by)
  const selected = ['t.id', `${at} as at`, ...columns.map(column => `t.${column}`)].join(', ')
  const walk = (condition: string) => `(select ${selected} from ${table} t
      where t.organization_id = :organization and ${condition} and ${past} order by ${by} limit :walked)`
  const walks = where.map(one =>
    typeof one === 'string'
      ? walk(one)
      : `(select t.*${isForDeputy ? ', o.id as behalf' : ''} from (${one.each}) o cross join lateral ${walk(one.where)} t)`,
  )
  const inOrder = 'as' in order ? 'order by at, id' : 'order by id'
  const walked = `(select * from (${walks.join(' union all ')}) t ${inOrder} limit :walked) w`
  return { walked, inOrder, due }
}

const workStatements = (declaration: SourceDeclaration, isForDeputy = false): WorkStatements => {
  const [suffix, behalf] = isForDeputy ? ['_for_deputy', ', w.behalf'] : ['', '']
  const { kind, roles, table, order, needs = 'true', open = 'null::int', key } = declaration
  const { walked, inOrder, due } = createWalk(declaration, isForDeputy)
  const recordOf = (alias: string) =>
    `(select r.record from ${table} r where r.organization_id = :organization and r.id = ${alias}.id)`
  const sql = `with needed as materialized (select * from ${walked} where ${needs} ${inOrder} limit :limit)
    select w.id, ${due} as due, ${open} as open,
           ${recordOf('w')} as record${behalf}
      from needed w
    union all (select w.id, ${due}, null, null${behalf && ', null'} from ${walked}
      where (select count(*) from needed) < :limit ${inOrder} offset (:walked::int - 1) limit 1)`
  const overviewSql = `with walk as materialized (select * from ${walked}),
    needed as materialized (select w.*, ${due} as due_ms from walk w where ${needs}),
    counts as (select count(*)::int as count, (count(*) filter (where due_ms < :nowMs::bigint))::int as late,
        (count(*) filter (where due_ms >= :nowMs::bigint and due_ms < :weekMs::bigint))::int as week,
        (select count(*) from walk) >= :walked::int as more from needed)
    select c.count, c.late, c.week, c.more, h.id, h.due_ms as due, h.open, h.record${behalf && ', h.behalf'}
      from counts c left join (
        select w.id, w.due_ms, ${open} as open, ${recordOf('w')} as record${behalf}
          from (select * from needed ${inOrder} limit :limit) w) h on true`
  return {
    kind,
    roles,
    order,
    ...(key !== undefined && { key }),
    page: composed(`page_of_work_${kind}${suffix}`, kindsUsedBy(sql), sql, rows<WorkRow>),
    overview: composed(
      `overview_of_work_${kind}${suffix}`,
      kindsUsedBy(overviewSql),
      overviewSql,
      rows<WorkOverviewRow>,
    ),
  }
}

const idsStatement = (declaration: SourceDeclaration, name: 'ids' | 'taken'): Statement<WorkIdRow, WorkValues> => {
  const { kind, needs = 'true' } = declaration
  const sql = `with walk as materialized (select * from ${createWalk(declaration, false).walked})
    select n.id, m.more from (select count(*) >= :walked::int as more from walk) m
      left join (select w.id from walk w where ${needs}) n on true`
  return composed(`${name}_of_work_${kind}`, kindsUsedBy(sql), sql, rows<WorkIdRow>)
}

const peopleStatement = (declaration: SourceDeclaration, isForDeputy = false): Statement<PersonWorkRow, WorkValues> => {
  const [suffix, behalf] = isForDeputy ? ['_for_deputy', ', w.behalf'] : ['', '']
  const { kind, needs = 'true', occasion = 'null::text' } = declaration
  const { walked, inOrder, due } = createWalk(declaration, isForDeputy)
  const ofPerson = (sql: string) => sql.replaceAll(/:person\b/g, 'whom.id').replaceAll(/:role\b/g, 'whom.role')
  const peopleSql = `select whom.id as person, w.id, w.due, w.occasion, w.needed, w.number = :limit or w.walked as last${behalf}
      from unnest(:people::text[], :roles::text[]) whom(id, role) cross join lateral (
        select w.id${behalf}, ${due} as due, (${ofPerson(occasion)})::text as occasion, ${ofPerson(needs)} as needed,
               row_number() over (${inOrder}) as number,
               w.position = :walked::int as walked
          from (select w.*, row_number() over (${inOrder}) as position from ${ofPerson(walked)}) w
         where ${ofPerson(needs)} or w.position = :walked::int
         ${inOrder} limit :limit) w`
  return composed(`people_of_work_${kind}${suffix}`, kindsUsedBy(peopleSql), peopleSql, rows<PersonWorkRow>)
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** The sources of work lists. */
    readonly workSources: readonly WorkSource[]
  }
}
