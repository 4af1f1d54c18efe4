import { forItsValues, narrows, number, statement, text, texts } from '#db/statement.ts'
import { Refusal } from '#http/errors.ts'
import { nameOf } from '#http/name-of.ts'
import { sentence } from '#lib/sentence.ts'
import { type ControlCoverage, controlState, proofAmong, proofSql } from '#src/features/governance/coverage.ts'

const selectCovered = `select c.id, c.record, ${nameOf('c.owner_id')} as owner_name, x.requirements, x.fresh, x.until,
         ${controlState} as state
    from control c ${proofSql('c.id')}`

const page = { position: text, limit: number, now: number }

const listSql = (condition: string): string => `with c as materialized (
    select id, record, owner_id from control
     where organization_id = :organization and id < :position${condition} order by id desc limit :limit),
  ${proofAmong('select id from c')}
  select c.id, c.record, ${nameOf('c.owner_id')} as owner_name, coalesce(x.requirements, 0) as requirements,
         coalesce(x.fresh, 0) as fresh, x.until, ${controlState} as state
    from c left join x on x.control_id = c.id order by c.id desc`

export const listControls = statement(
  'list_workspace_controls',
  page,
  listSql(''),
  narrows<{ state: ControlCoverage['state'] }>,
)

export const listControlsOfStatus = statement(
  'list_workspace_controls_status',
  { ...page, status: text },
  listSql(' and status = :status'),
  narrows<{ state: ControlCoverage['state'] }>,
)

/** Reads the proof of these controls. Controls without active requirements have no row. */
export const proofOfControls = statement(
  'proof_of_controls',
  { ids: texts, now: number },
  `with ${proofAmong('select unnest(:ids::text[])')}
   select x.control_id as id, x.requirements, x.fresh, x.until, ${controlState} as state from x`,
  narrows<{ state: ControlCoverage['state'] }>,
)

export const findControl = statement(
  'find_workspace_control',
  { id: text, now: number },
  `${selectCovered} where c.organization_id = :organization and c.id = :id`,
  narrows<{ state: ControlCoverage['state'] }>,
)

/** The maximum number of links of each kind that a control can have. */
export const maxLinks = 1000

export const requirementsOfControl = statement(
  'list_requirements_of_control',
  { id: text },
  `select r.id, r.record, r.fresh_until::bigint as until, r.fresh_claim_id as claim_id, c.record as claim, l.record as link
     from control_requirement l
     join evidence_requirement r on r.organization_id = :organization and r.id = l.requirement_id
     left join evidence_claim c on c.organization_id = :organization and c.id = r.fresh_claim_id
    where l.organization_id = :organization and l.control_id = :id order by l.requirement_id limit ${maxLinks}`,
)

export const clausesOfControl = statement(
  'list_clauses_of_control',
  { id: text },
  `select f.record, w.record as framework, m.record as link
     from clause_control m
     join clause f on f.organization_id = :organization and f.id = m.clause_id
     join framework w on w.organization_id = :organization and w.id = f.framework_id
    where m.organization_id = :organization and m.control_id = :id order by m.clause_id limit ${maxLinks}`,
)

export const countLinks = statement(
  'count_links_of_control',
  { id: text },
  `select (select count(*)::int from control_requirement l where l.organization_id = :organization and l.control_id = :id)
            as requirements,
          (select count(*)::int from clause_control m where m.organization_id = :organization and m.control_id = :id) as clauses`,
)

/** Locks the controls with these keys, in the order of their ids. Callers count the links afterwards. */
export const lockControlsWithKeys = forItsValues(
  statement(
    'lock_controls_with_keys',
    { keys: texts },
    `select from control
    where organization_id = :organization and control_key = any(:keys::text[]) order by id for update`,
  ),
)

/** Throws a 422 if a control already answers the maximum number of clauses. */
export const requireRoomForClause = ({ clauses }: { readonly clauses: number }): void => {
  if (clauses >= maxLinks)
    throw new Refusal(
      'unprocessable',
      sentence`control.clause_limit: A control can answer at most ${{ maxLinks }} clauses.`,
    )
}

export const countControls = statement(
  'count_controls_of_clause',
  { id: text },
  `select count(*)::int as controls from clause_control
    where organization_id = :organization and clause_id = :id`,
)
