import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'

const controlStates = ['proven', 'partly_proven', 'unproven', 'without_requirements'] as const

/** The states of a clause. The last one is for clauses that do not apply to the organization. */
export const clauseStates = [...controlStates, 'unmapped', 'not_applicable'] as const

export type ClauseState = (typeof clauseStates)[number]

const counts = {
  requirements: Type.Integer({ minimum: 0, description: 'Active evidence requirements.' }),
  fresh: Type.Integer({
    minimum: 0,
    description: 'Active evidence requirements whose accepted proof has not expired.',
  }),
  provenUntil: Nullable(Timestamp),
}

/**
 * How much of the proof that a control needs is accepted and current. Every read computes it; people never enter it.
 */
export const ControlCoverage = Type.Object(
  { state: Type.Enum([...controlStates]), ...counts },
  { title: 'ControlCoverage' },
)

/**
 * The coverage of a clause by the active controls that answer it. If all of them answer it in part, it is at most
 * partly proven.
 */
export const ClauseCoverage = Type.Object(
  { state: Type.Enum([...clauseStates]), controls: Type.Integer({ minimum: 0 }), ...counts },
  { title: 'ClauseCoverage' },
)

/** The columns that the SQL below yields. */
export interface Covered<State extends string> {
  state: State
  requirements: number
  fresh: number
  until: number | null
}

export const showCoverage = <State extends string>({ state, requirements, fresh, until }: Covered<State>) => ({
  state,
  requirements,
  fresh,
  provenUntil: state === 'proven' && until !== null ? iso(until) : null,
})

export type ControlCoverage = Static<typeof ControlCoverage>

/**
 * SQL: looks up one row by its key, as the row `alias`. `offset 0` keeps the lookup apart from the joins around it: right
 * after an import, PostgreSQL expects one row in each table, and would read all controls or requirements of the
 * organization for each row (a page of 200 clauses of 5,000 took longer than 15 s).
 */
const lookUp = (alias: string, columns: string, table: string, id: string): string => `
     cross join lateral (
       select ${columns} from ${table}
        where organization_id = :organization and id = ${id} and status = 'active' offset 0) ${alias}`

/** SQL: the active control of the link `m`, as the row `c`. */
export const controlOfLink = lookUp('c', 'id, control_key, owner_id', 'control', 'm.control_id')

/** SQL: the active requirement of the link `l`, as the row `r`. */
export const requirementOfLink = lookUp(
  'r',
  'id, requirement_key, owner_id, fresh_until, fresh_claim_id',
  'evidence_requirement',
  'l.requirement_id',
)

/** SQL: the proof of the control with the id `control`, at `:now`, as the row `x`. */
export const proofSql = (control: string): string => `
  cross join lateral (
    select count(*)::int as requirements, (count(*) filter (where r.fresh_until > :now))::int as fresh,
           min(r.fresh_until)::bigint as until
      from control_requirement l ${requirementOfLink}
     where l.organization_id = :organization and l.control_id = ${control}) x`

/**
 * SQL: the proof of the controls whose ids `controls` selects, as the common table expression (CTE) `x`. Controls
 * without active requirements have no row. One scan of each index serves all: the proof of 1,000 controls takes 2 ms
 * instead of 10. CTEs are combined by sorting their union, never by a join: without statistics, PostgreSQL expects few
 * rows and may compare every row of one with every row of the other.
 */
export const proofAmong = (controls: string): string => `
  asked as materialized (
    select l.control_id, l.requirement_id from control_requirement l
     where l.organization_id = :organization and l.control_id = any(array(${controls}))),
  required as materialized (
    select r.id, r.fresh_until from evidence_requirement r
     where r.organization_id = :organization and r.status = 'active' and r.id = any(array(select requirement_id from asked))),
  x as materialized (
    select a.control_id, count(*)::int as requirements, (count(*) filter (where a.fresh_until > :now))::int as fresh,
           min(a.fresh_until)::bigint as until
      from (select control_id, max(fresh_until) over (partition by requirement_id) as fresh_until
              from (select control_id, requirement_id, null::bigint as fresh_until from asked
                    union all select null, id, fresh_until from required) u) a
     where a.control_id is not null and a.fresh_until is not null group by a.control_id)`

/** SQL: the state of a control, from the row `x`. */
export const controlState = `
  case when coalesce(x.requirements, 0) = 0 then 'without_requirements' when x.fresh = x.requirements then 'proven'
       when x.fresh > 0 then 'partly_proven' else 'unproven' end`

/** SQL: the proof of a clause, from the proof of its controls. */
const clauseProofSql = `coalesce(sum(x.requirements), 0)::int as requirements, coalesce(sum(x.fresh), 0)::int as fresh,
           (count(*) filter (where x.requirements > 0 and x.fresh = x.requirements))::int as proven, min(x.until) as until`

/** SQL: the controls that answer the clause `f` and their proof, at `:now`, as the row `k`. */
export const answersOf = `
  cross join lateral (
    select count(*)::int as controls, coalesce(bool_or(m.extent = 'full'), false) as whole,
           ${clauseProofSql}
      from clause_control m ${controlOfLink} ${proofSql('c.id')}
     where m.organization_id = :organization and m.clause_id = f.id) k`

/**
 * SQL: the controls and their proof for many clauses. `clauses` selects `id`, `framework_id` and `applicability`; the
 * CTE `k` has these columns too, and a row for each clause.
 */
export const answersAmong = (clauses: string): string => `
  f as materialized (${clauses}),
  m as materialized (
    select m.clause_id, m.control_id, m.extent from clause_control m
     where m.organization_id = :organization and m.clause_id = any(array(select id from f))),
  c as materialized (
    select id from control
     where organization_id = :organization and status = 'active' and id = any(array(select control_id from m))),
  ${proofAmong('select id from c')},
  a as (
    select clause_id, extent, bool_or(is_active) over same as is_active, max(requirements) over same as requirements,
           max(fresh) over same as fresh, min(until) over same as until
      from (select clause_id, control_id, extent, false as is_active, null::int as requirements, null::int as fresh,
                   null::bigint as until from m
            union all select null, id, null, true, null, null, null from c
            union all select null, control_id, null, false, requirements, fresh, until from x) u
    window same as (partition by control_id)),
  k as materialized (
    select id, max(framework_id) as framework_id, max(applicability) as applicability, max(controls) as controls,
           bool_or(whole) as whole, max(requirements) as requirements, max(fresh) as fresh, max(proven) as proven,
           min(until) as until
      from (select id, framework_id, applicability, 0 as controls, false as whole, 0 as requirements, 0 as fresh,
                   0 as proven, null::bigint as until from f
            union all
            select x.clause_id, null, null, count(*)::int, bool_or(x.extent = 'full'), ${clauseProofSql}
              from a x where x.clause_id is not null and x.is_active group by x.clause_id) u
     group by id)`

/** SQL: the state of the clause `clause`, from the row `k`. */
const stateOf = (clause: string): string => `
  case when ${clause}.applicability = 'not_applicable' then 'not_applicable' when coalesce(k.controls, 0) = 0 then 'unmapped'
       when k.requirements = 0 then 'without_requirements' when k.proven = k.controls and k.whole then 'proven'
       when k.fresh > 0 then 'partly_proven' else 'unproven' end`

/** SQL: the state of the clause `f`, from the row `k`. */
export const clauseState = stateOf('f')

/** SQL: the state of each clause of the table `k` of `answersAmong`. */
export const stateAmong = stateOf('k')
