import { narrows, number, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { personIfCouldActAsSql, withCustodians } from '#shared/four-eyes.ts'
import { type ControlCoverage, controlState, proofSql } from '#src/features/governance/coverage.ts'

/** Records people as contributors to a risk. */
export const addRiskContributors = statement(
  'add_risk_contributors',
  { id: text, people: texts },
  `update risk set hands = array(select unnest(hands) union select unnest(:people::text[]) order by 1)
    where organization_id = :organization and id = :id`,
)

const contributorsSql = 't.hands || t.owner_id::text'
const ownerName = `${nameOf('t.owner_id')} as owner_name`

/** SQL: the columns that a list for the `:person` shows in addition to the record of the risk `t`. */
export const listedRiskColumns = `${personIfCouldActAsSql(contributorsSql)} as hands, ${ownerName}`

export interface RiskRow {
  id: string
  record: string
  hands: string[]
  owner_name: string | null
}

export const findRisk = statement(
  'find_workspace_risk',
  { id: text },
  `select t.id, t.record, ${withCustodians(contributorsSql)} as hands, ${ownerName}, ${nameOf("t.record::json ->> 'acceptedBy'")} as accepted_by_name
     from risk t where t.organization_id = :organization and t.id = :id`,
  narrows<{ hands: string[] }>,
)

/** The maximum number of controls that a risk can have. */
export const maxControls = 200

export const controlsOfRisk = statement(
  'list_controls_of_risk',
  { id: text, now: number },
  `select c.record, x.requirements, x.fresh, x.until, ${controlState} as state
     from risk_control l
     join control c on c.organization_id = :organization and c.id = l.control_id
     ${proofSql('c.id')}
    where l.organization_id = :organization and l.risk_id = :id order by c.control_key limit ${maxControls}`,
  narrows<{ state: ControlCoverage['state'] }>,
)

/** Counts the risks that are not closed in each cell, before and after treatment. */
export const countCells = statement(
  'count_risk_cells',
  {},
  `select likelihood::int, impact::int, residual_likelihood::int, residual_impact::int, count(*)::int as risks from risk
    where organization_id = :organization and status in ('identified', 'assessed', 'treated', 'accepted')
    group by 1, 2, 3, 4`,
)

export const findRiskControl = statement(
  'find_control_for_risk',
  { id: text, riskId: text },
  `select c.record, (select count(*)::int from risk_control l
                      where l.organization_id = :organization and l.risk_id = :riskId) as controls
     from control c where c.organization_id = :organization and c.id = :id`,
)

export const insertControl = statement(
  'insert_risk_control',
  { riskId: text, controlId: text, record: text },
  `insert into risk_control (organization_id, risk_id, control_id, record)
   values (:organization, :riskId, :controlId, :record)`,
)

export const lockControl = statement(
  'lock_risk_control',
  { riskId: text, controlId: text },
  `select record from risk_control
    where organization_id = :organization and risk_id = :riskId and control_id = :controlId for update`,
)

export const deleteControl = statement(
  'delete_risk_control',
  { riskId: text, controlId: text },
  'delete from risk_control where organization_id = :organization and risk_id = :riskId and control_id = :controlId',
)
