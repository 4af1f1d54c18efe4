import type pg from 'pg'
import type { Prepared } from '#db/statement.ts'

/** Statements that are not queries. */
const commands: ReadonlySet<string> = new Set(['begin', 'begin_snapshot', 'commit', 'rollback'])

/** Matches statements that belong to tests, which may run in the same process. */
const testStatement = /(?:^|_)test_/

/** Sequential scans of tenant tables that are acceptable, each with its reason. */
const wholeTables: Readonly<Record<string, string>> = {
  'organizations_with_abandoned_blobs staged_blob':
    'holds the uploads in progress and those that a crash interrupted, of all organizations; read once a sweep',
  'organizations_with_ledgers ledger_tree':
    'holds a row for each workspace and generation, also of a deleted workspace; read once a minute',
  'ledger_places_in_trouble ledger_place_trouble':
    'holds the external places that reject checkpoints: usually none; read every five minutes',
}

export interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Join Filter'?: string
  readonly Filter?: string
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

export const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** Statements that read a page in a common table expression, join other rows, and sort the page again. */
const sortPages: readonly string[] = ['list_workspace_controls', 'list_workspace_controls_status']

/** Whether a statement sorts the rows of a table. */
export const doesSortTable = (name: string, plan: Plan): boolean =>
  nodes(plan).some(
    node =>
      node['Node Type'].includes('Sort') &&
      !(sortPages.includes(name) && nodes(node).some(child => child['Node Type'] === 'CTE Scan')),
  )

/** Whether a statement is a query of the program. */
export const isQuery = (name: string): boolean => !commands.has(name) && !testStatement.test(name)

/** Whether a statement returns a page in the order of an index. */
export const isList = ({ name, text }: Prepared): boolean =>
  name.startsWith('list_') && /order by id (?:desc|asc)\s+limit \$3/.test(text)

export const explain = async (client: pg.Client, options: string, text: string): Promise<Plan> => {
  const { rows } = await client.query(`explain (${options}, format json) ${text}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

/** The tables that have a column `organization_id`, and the indexes that begin with this column. */
export interface Tables {
  readonly tenants: ReadonlySet<string>
  readonly organizationIndexes: ReadonlySet<string>
}

export const readTables = async (owner: pg.Client): Promise<Tables> => {
  const columns = await owner.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organization_id'
      and c.relname not in ('login_name', 'sign_on_domain', 'webhook_lane')`)
  const indexes = await owner.query(`select i.indexrelid::regclass::text as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where a.attname = 'organization_id'`)
  const names = ({ rows }: pg.QueryResult) => new Set<string>(rows.map(({ name }) => name))
  return { tenants: names(columns), organizationIndexes: names(indexes) }
}

/** Describes the nodes of a plan that read rows of more than one organization. */
export const findings = (name: string, plan: Plan, { tenants, organizationIndexes }: Tables): string[] =>
  nodes(plan).flatMap(node => {
    const table = node['Relation Name'] ?? ''
    const index = node['Index Name']
    if (node['Node Type'].includes('Seq Scan') && tenants.has(table))
      return wholeTables[`${name} ${table}`] ? [] : [`${name}: sequential scan of ${table}`]
    if (!index) return []
    const isTenant = tenants.has(table) || organizationIndexes.has(index)
    if (isTenant && !(organizationIndexes.has(index) && node['Index Cond']?.includes('organization_id')))
      return [`${name}: ${index} is not entered by organization_id`]
    return []
  })

/** The index of each list of my work. The index has the order of the list, so a page reads only its own rows. */
export const workListIndexes: Readonly<Record<string, string>> = {
  claim_review: 'evidence_claim_to_review',
  claim_answer: 'evidence_claim_open_question',
  evidence_renewal: 'evidence_requirement_by_owner_and_freshness',
  assessment_answers: 'assessment_answering',
  assessment_completion: 'assessment_reviewing',
  room_request: 'assessment_reviewing',
  policy_acknowledgement: 'policy_campaign_running',
  questionnaire_answers: 'questionnaire_round_running',
  finding_remediation: 'finding_to_remediate',
  finding_closing: 'finding_to_close',
  risk_review: 'risk_to_review',
  approval: 'approval_request_by_status',
  package_due: 'submission_package_unsent',
}
