import { type Static, Type } from 'typebox'
import { narrows, number, type RowOf, statement } from '#db/statement.ts'
import { paged } from '#family/paged.ts'
import { roles } from '#http/access.ts'
import { nameOf } from '#http/name-of.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import {
  answersOf,
  ClauseCoverage,
  type ClauseState,
  clauseState,
  controlOfLink,
  requirementOfLink,
  showCoverage,
} from '#src/features/governance/coverage.ts'
import { frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { Clause } from './clause.ts'
import { afterPosition, orderByPlace, page, position } from './clause-queries.ts'

/** The maximum number of controls, proofs and gaps listed for a clause; `coverage` counts all. */
const maxListed = 50

type Row = RowOf<typeof listApplicability>

const activeControls = `clause_control m ${controlOfLink}`
const isOfClause = 'm.organization_id = :organization and m.clause_id = f.id'
const activeRequirements = `${activeControls}
             join control_requirement l on l.organization_id = :organization and l.control_id = c.id ${requirementOfLink}`

const listApplicability = statement(
  'list_clause_applicability',
  { ...page, now: number },
  `select ${position} as id, f.record, k.controls, k.requirements, k.fresh, k.until, ${clauseState} as state,
     array(select json_build_object('id', c.id, 'key', c.control_key)
             from ${activeControls} where ${isOfClause}
            order by c.control_key limit ${maxListed}) as answering,
     array(select json_build_object('id', d.fresh_claim_id, 'key', d.requirement_key, 'until', d.fresh_until)
             from (select distinct r.requirement_key, r.fresh_claim_id, r.fresh_until from ${activeRequirements}
                    where ${isOfClause} and r.fresh_until > :now and r.fresh_claim_id is not null) d
            order by d.requirement_key limit ${maxListed}) as proofs,
     (select min(r.fresh_until) from ${activeRequirements}
       where ${isOfClause} and r.fresh_until > :now)::bigint as first_end,
     array(select json_build_object(
                    'controlId', c.id, 'controlKey', c.control_key, 'controlOwner', ${nameOf('c.owner_id')},
                    'requirementId', r.id, 'requirementKey', r.requirement_key,
                    'requirementOwner', ${nameOf('r.owner_id')}, 'ended', nullif(r.fresh_until, 0))
             from ${activeControls}
             left join lateral (
               select r.* from control_requirement l ${requirementOfLink}
                where l.organization_id = :organization and l.control_id = c.id offset 0) r on true
            where ${isOfClause} and f.applicability = 'applicable' and (r.id is null or r.fresh_until <= :now)
            order by c.control_key, r.requirement_key limit ${maxListed}) as gaps
     from clause f ${answersOf}
    where ${afterPosition} and f.status = 'active' and f.is_assessable ${orderByPlace}`,
  narrows<{
    answering: { id: string; key: string }[]
    proofs: { id: string; key: string; until: number }[]
    gaps: (Omit<Gap, 'expiredAt'> & { ended: number | null })[]
    state: ClauseState
  }>,
)

const Gap = Type.Object(
  {
    controlId: Id('gct'),
    controlKey: Type.String(),
    controlOwner: Nullable(Type.String()),
    requirementId: Nullable(Id('ger')),
    requirementKey: Nullable(Type.String()),
    requirementOwner: Nullable(Type.String()),
    expiredAt: Nullable({ ...Timestamp, description: 'When its last proof expired; null if it never had any.' }),
  },
  { title: 'ClauseGap' },
)

type Gap = Static<typeof Gap>

const { id, clauseKey, title, applicability, justification } = Clause.properties

const ClauseApplicability = Type.Object(
  {
    ...{ id, clauseKey, title, applicability, justification },
    controls: Type.Array(Type.Object({ id: Id('gct'), key: Type.String() }), {
      description: `Active controls that answer it, at most ${maxListed}.`,
    }),
    coverage: ClauseCoverage,
    proof: Type.Array(Type.Object({ id: Id('gec'), key: Type.String(), until: Timestamp }), {
      description: `Claims that are accepted and valid now, each with the key of its requirement; at most ${maxListed}.`,
    }),
    firstExpiry: Nullable({ ...Timestamp, description: 'When the first of all its current proof expires.' }),
    gaps: Type.Array(Gap, {
      description: `Requirements of its controls without current proof, and controls without requirements (with null), each with its owner; at most ${maxListed}. Empty for a clause without controls.`,
    }),
  },
  { title: 'ClauseApplicability' },
)

const show = (row: Row): Static<typeof ClauseApplicability> => {
  const { id, clauseKey, title, applicability, justification } = readRecord(Clause, row.record)
  return {
    ...{ id, clauseKey, title, applicability, justification },
    controls: row.answering,
    coverage: { controls: row.controls, ...showCoverage(row) },
    proof: row.proofs.map(({ until, ...claim }) => ({ ...claim, until: iso(until) })),
    firstExpiry: row.first_end === null ? null : iso(row.first_end),
    gaps: row.gaps.map(({ ended, ...gap }) => ({ ...gap, expiredAt: ended === null ? null : iso(ended) })),
  }
}

export const listClauseApplicability = paged({
  name: 'listClauseApplicability',
  summary:
    'Get the statement of applicability: for each clause whether it applies and why, its controls, coverage, proof and gaps',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/applicability', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  plural: 'clauses',
  of: ClauseApplicability,
  order: 'oldest',
  find: (call, { frameworkId }) => frameworkView.find(call, frameworkId),
  read: (call, range) => call.read(listApplicability, { ...range, now: call.now }),
  show,
})
