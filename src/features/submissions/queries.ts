import { statement } from '#db/statement.ts'
import type { PackageState, PackageStatus, Policy } from './policy.ts'
import type { RequirementStatus } from './requirement.ts'

interface PolicyRow {
  receipts_required: number
  require_review: boolean
  require_approval: boolean
  require_outcome_before_close: boolean
}

export const policyOf = (row: PolicyRow): Policy => ({
  receiptsRequired: row.receipts_required,
  requireReview: row.require_review,
  requireApproval: row.require_approval,
  requireOutcomeBeforeClose: row.require_outcome_before_close,
})

/** In the order of `insertRequirement` and `updateRequirement`. */
export const policyValues = (policy: Policy) => [
  policy.receiptsRequired,
  policy.requireReview,
  policy.requireApproval,
  policy.requireOutcomeBeforeClose,
]

const policyColumns = 'receipts_required, require_review, require_approval, require_outcome_before_close'
const policyOfR = policyColumns.replaceAll(/\w+/g, column => `r.${column}`)

export interface RequirementRow extends PolicyRow {
  id: string
  status: RequirementStatus
  record: string
}

export const listWorkspaceRequirements = (filtered: boolean) =>
  statement<RequirementRow>(
    filtered ? 'list_workspace_submission_requirement_status' : 'list_workspace_submission_requirement',
    `select id, status, record, ${policyColumns} from submission_requirement
      where organization_id = $1 and id < $2${filtered ? ' and status = $4' : ''} order by id desc limit $3`,
  )

/** `organization_id, position, limit, requirement_key, status` or null */
export const listWorkspaceRequirementsOfKey = statement<RequirementRow>(
  'find_workspace_submission_requirement_of_key',
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = $1 and id < $2 and requirement_key = $4 and ($5::text is null or status = $5) limit $3`,
)

export const findRequirement = statement<RequirementRow>(
  'find_submission_requirement',
  `select id, status, record, ${policyColumns} from submission_requirement where organization_id = $1 and id = $2`,
)

export const lockRequirement = statement<RequirementRow>(
  'lock_submission_requirement',
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = $1 and id = $2 for update`,
)

/** Shared: packages of one requirement can be made side by side, but not while its status changes. */
export const holdRequirement = statement<RequirementRow>(
  'hold_submission_requirement',
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = $1 and id = $2 for share`,
)

export const lockRequirementByKey = statement<RequirementRow>(
  'lock_submission_requirement_by_key',
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = $1 and requirement_key = $2 for update`,
)

/** `organization_id, id, requirement_key, status, submission_kind, policy (4), record` */
export const insertRequirement = statement(
  'insert_submission_requirement',
  `insert into submission_requirement (organization_id, id, requirement_key, status, submission_kind, ${policyColumns}, record)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

/** `organization_id, id, status, submission_kind, policy (4), record` */
export const updateRequirement = statement(
  'update_submission_requirement',
  `update submission_requirement set status = $3, submission_kind = $4, receipts_required = $5, require_review = $6,
          require_approval = $7, require_outcome_before_close = $8, record = $9
    where organization_id = $1 and id = $2`,
)

export interface PackageRow extends PolicyRow {
  id: string
  status: PackageStatus
  receipts: number
  makers: string[]
  reviewers: string[]
  approvers: string[]
  first_submitted_at: Date | null
  logged_at: Date
  record: string
  requirement: string
}

/** Where it stands in the state machine. */
export const stateOf = ({ status, receipts, reviewers, approvers }: PackageRow): PackageState => ({
  status,
  receipts,
  reviewed: reviewers.length > 0,
  approved: approvers.length > 0,
})

/**
 * When the next thing is logged about a package under its lock: later than the one before, whichever node's clock that
 * had, so that its events sort in the order in which they took effect.
 */
export const nextMoment = ({ logged_at }: Pick<PackageRow, 'logged_at'>, now: number): number =>
  Math.max(now, logged_at.getTime() + 1)

const packageColumns = `p.id, p.status, p.receipts, p.makers, p.reviewers, p.approvers, p.first_submitted_at, p.logged_at, p.record, r.record as requirement, ${policyOfR}`
const packageOf = `submission_package p
     join submission_requirement r on r.organization_id = p.organization_id and r.id = p.submission_requirement_id`

export const findPackage = statement<PackageRow>(
  'find_submission_package',
  `select ${packageColumns} from ${packageOf} where p.organization_id = $1 and p.id = $2`,
)

/** Racing callbacks have one order: that in which they get this lock. */
export const lockPackage = statement<PackageRow>(
  'lock_submission_package',
  `select ${packageColumns} from ${packageOf} where p.organization_id = $1 and p.id = $2 for update of p`,
)

export interface ListedPackageRow {
  id: string
  /** Of its requirement. */
  title: string
  first_submitted_at: Date | null
  record: string
}

/** Newest first. `organization_id, position, limit`, then the value of each column */
export const listWorkspacePackages = (...columns: readonly ('submission_requirement_id' | 'status')[]) => {
  const conditions = columns.map((column, i) => ` and p.${column} = $${i + 4}`)
  return statement<ListedPackageRow>(
    ['list_workspace_package', ...columns].join('_'),
    `select p.id, p.first_submitted_at, p.record, (select r.record::json ->> 'title' from submission_requirement r
              where r.organization_id = $1 and r.id = p.submission_requirement_id) as title
       from submission_package p where p.organization_id = $1 and p.id < $2${conditions.join('')}
      order by p.id desc limit $3`,
  )
}

export const lockPackageByKey = statement<{ id: string; status: PackageStatus; record: string }>(
  'lock_submission_package_by_key',
  `select id, status, record from submission_package
    where organization_id = $1 and submission_requirement_id = $2 and package_key = $3 for update`,
)

/** `organization_id, id, submission_requirement_id, package_key, status, due_at, logged_at, makers, record` */
export const insertPackage = statement(
  'insert_submission_package',
  `insert into submission_package
     (organization_id, id, submission_requirement_id, package_key, status, due_at, logged_at, makers, record)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

/** `organization_id, id, status, due_at, first_submitted_at, receipts, logged_at, reviewers, approvers, record` */
export const updatePackage = statement(
  'update_submission_package',
  `update submission_package set status = $3, due_at = $4, first_submitted_at = $5, receipts = $6,
          logged_at = $7, reviewers = $8, approvers = $9, record = $10
    where organization_id = $1 and id = $2`,
)

/** `organization_id, package_id, source_event_key` */
export const findEventBySource = statement<{ event_kind: string; record: string }>(
  'find_submission_event_by_source',
  `select event_kind, record from submission_event
    where organization_id = $1 and package_id = $2 and source_event_key = $3`,
)

/** `organization_id, id, package_id, event_kind, source_event_key, webhook_events, record` */
export const insertEvent = statement(
  'insert_submission_event',
  `insert into submission_event (organization_id, id, package_id, event_kind, source_event_key, webhook_events, record)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Newest first. `organization_id, position, limit, package_id` */
export const listEvents = statement<{ id: string; record: string }>(
  'list_submission_event',
  `select id, record from submission_event
    where organization_id = $1 and id < $2 and package_id = $4 order by id desc limit $3`,
)

/** `organization_id, id, due_at, record` */
export const describePackage = statement(
  'describe_submission_package',
  'update submission_package set due_at = $3, record = $4 where organization_id = $1 and id = $2',
)

/** Whoever looked at it saw other contents. `organization_id, id, logged_at, who changed them` */
export const noteContentChange = statement(
  'note_submission_content_change',
  `update submission_package set logged_at = $3, reviewers = '{}', approvers = '{}',
          makers = array(select unnest(makers) union select unnest($4::text[]))
    where organization_id = $1 and id = $2`,
)

/** `organization_id, id, package_id, webhook_events, record` */
export const insertDecision = statement(
  'insert_submission_decision',
  `insert into submission_decision (organization_id, id, package_id, webhook_events, record) values ($1, $2, $3, $4, $5)`,
)
