import { forItsValues, narrows, number, statement, text, texts } from '#db/statement.ts'
import {
  answersAmong,
  answersOf,
  type ClauseState,
  type ControlCoverage,
  clauseState,
  controlState,
  proofSql,
  stateAmong,
} from '#src/features/governance/coverage.ts'

const digits = 10

/** SQL: the position of a clause in a list by place: its place in ten digits, then its id. */
export const position = `lpad(f.place::text, ${digits}, '0') || f.id`
const startPlace = `case when :position::text = '' then -1 else left(:position, ${digits})::integer end`
const startId = `substr(:position, ${digits + 1})`
/** SQL: the clauses `f` of a framework after a position, and their order. */
export const afterPosition = `f.organization_id = :organization and f.framework_id = :frameworkId
       and (f.place, f.id) > (${startPlace}, ${startId})`
export const orderByPlace = 'order by f.place, f.id limit :limit'

export const page = { position: text, limit: number, frameworkId: text }

export const listClausesByPlace = statement(
  'list_clauses',
  page,
  `select ${position} as id, f.record from clause f where ${afterPosition} ${orderByPlace}`,
)

export const listClausesOfStatus = statement(
  'list_clauses_status',
  { ...page, status: text },
  `select ${position} as id, f.record from clause f where ${afterPosition} and f.status = :status ${orderByPlace}`,
)

const coveredColumns = `f.record, k.controls, k.requirements, k.fresh, k.until, ${clauseState} as state from clause f ${answersOf}`

export const listCoveredClauses = statement(
  'list_workspace_clauses',
  { ...page, now: number },
  `select ${position} as id, ${coveredColumns} where ${afterPosition} and f.status = 'active' ${orderByPlace}`,
  narrows<{ state: ClauseState }>,
)

export const findActiveClauseIds = statement(
  'find_ids_of_active_clauses',
  { frameworkId: text },
  `select id from clause where organization_id = :organization and framework_id = :frameworkId and status = 'active'`,
)

export const findCoveredClauses = forItsValues(
  statement(
    'find_some_workspace_clauses',
    { ids: texts, now: number },
    `select f.id, ${coveredColumns} where f.organization_id = :organization and f.id = any(:ids)`,
    narrows<{ state: ClauseState }>,
  ),
)

/** Finds a clause with the title of its framework, and the clause that contains it. */
export const findCoveredClause = statement(
  'find_workspace_clause',
  { id: text, now: number },
  `select f.id, w.record::json ->> 'title' as framework_title, p.id as parent_id,
          p.record::json ->> 'title' as parent_title, ${coveredColumns}
     join framework w on w.organization_id = :organization and w.id = f.framework_id
     left join clause p on p.organization_id = :organization and p.framework_id = f.framework_id
       and p.clause_key = f.record::json ->> 'parentKey'
    where f.organization_id = :organization and f.id = :id`,
  narrows<{ state: ClauseState; framework_title: string }>,
)

export const findClauseOfFramework = statement(
  'find_clause_of_framework',
  { frameworkId: text, id: text },
  'select record from clause where organization_id = :organization and id = :id and framework_id = :frameworkId',
)

/** Counts the assessable clauses in each state. */
export const countCoverage = statement(
  'count_framework_coverage',
  { frameworkId: text, now: number },
  `with ${answersAmong(`select id, framework_id, applicability from clause
     where organization_id = :organization and framework_id = :frameworkId and status = 'active' and is_assessable`)}
   select s.state, count(*)::int as clauses, min(s.until) as until
     from (select ${stateAmong} as state, k.until from k) s group by s.state`,
  narrows<{ state: ClauseState }>,
)

export const lockClauses = statement(
  'lock_clauses_of_framework',
  { frameworkId: text },
  `select id, record from clause where organization_id = :organization and framework_id = :frameworkId
    order by place, id for update`,
)

/** Selects the controls that answer a clause, with their proof. */
export const controlsOfClause = statement(
  'list_controls_of_clause',
  { id: text, now: number },
  `select c.id, c.record, m.record as link, x.requirements, x.fresh, x.until, ${controlState} as state
     from clause_control m
     join control c on c.organization_id = :organization and c.id = m.control_id
     ${proofSql('c.id')}
    where m.organization_id = :organization and m.clause_id = :id order by c.control_key limit 1000`,
  narrows<{ state: ControlCoverage['state'] }>,
)

/** Selects the proof of a clause: the requirements of its active controls, each with its accepted claim. */
export const proofsOfClause = statement(
  'list_proofs_of_clause',
  { id: text },
  `select distinct on (r.id) r.record, r.fresh_until::bigint as until, c.record as claim
     from clause_control m
     join control o on o.organization_id = :organization and o.id = m.control_id and o.status = 'active'
     join control_requirement l on l.organization_id = :organization and l.control_id = o.id
     join evidence_requirement r on r.organization_id = :organization and r.id = l.requirement_id and r.status = 'active'
     left join evidence_claim c on c.organization_id = :organization and c.id = r.fresh_claim_id
    where m.organization_id = :organization and m.clause_id = :id order by r.id limit 1000`,
)

/** Selects the assessable clauses of a framework that apply to the organization and have no control. */
export const unansweredClauses = statement(
  'list_unanswered_clauses',
  { frameworkId: text },
  `select f.id, f.clause_key as key, f.record::json ->> 'title' as title from clause f
    where f.organization_id = :organization and f.framework_id = :frameworkId and f.status = 'active' and f.is_assessable
      and f.applicability = 'applicable'
      and not exists (select from clause_control m where m.organization_id = :organization and m.clause_id = f.id)
    order by f.place, f.id`,
  narrows<{ title: string }>,
)

/** Finds the controls with these keys, and counts the clauses that each answers. */
export const findControlsByKey = forItsValues(
  statement(
    'find_controls_by_key',
    { keys: texts },
    `select c.id, c.control_key as key, c.status,
          (select count(*)::int from clause_control m
            where m.organization_id = :organization and m.control_id = c.id) as clauses
     from control c
    where c.organization_id = :organization and c.control_key = any(:keys::text[])`,
  ),
)
