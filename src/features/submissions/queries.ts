import { etagOf } from '#api/version.ts'
import { choice, flag, nullable, number, rows, statement, text, texts } from '#db/statement.ts'
import type { EventKind, PackageState, PackageStatus, Policy } from './policy.ts'
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

const policyColumns = 'receipts_required, require_review, require_approval, require_outcome_before_close'
const policyOfR = policyColumns.replaceAll(/\w+/g, column => `r.${column}`)

export interface RequirementRow extends PolicyRow {
  id: string
  status: RequirementStatus
  record: string
}

const requirementPage = (condition = '') => `select id, status, record, ${policyColumns} from submission_requirement
      where organization_id = :organization and id < :position${condition} order by id desc limit :limit`

export const listWorkspaceRequirements = statement(
  'list_workspace_submission_requirement',
  { position: text, limit: number },
  requirementPage(),
  rows<RequirementRow>,
)

export const listWorkspaceRequirementsOfStatus = statement(
  'list_workspace_submission_requirement_status',
  { position: text, limit: number, status: choice<RequirementStatus> },
  requirementPage(' and status = :status'),
  rows<RequirementRow>,
)

export const listWorkspaceRequirementsOfKey = statement(
  'find_workspace_submission_requirement_of_key',
  { position: text, limit: number, requirementKey: text, status: nullable(choice<RequirementStatus>) },
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = :organization and id < :position and requirement_key = :requirementKey and (:status::text is null or status = :status) limit :limit`,
  rows<RequirementRow>,
)

export const findRequirement = statement(
  'find_submission_requirement',
  { id: text },
  `select id, status, record, ${policyColumns} from submission_requirement where organization_id = :organization and id = :id`,
  rows<RequirementRow>,
)

export const lockRequirement = statement(
  'lock_submission_requirement',
  { id: text },
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = :organization and id = :id for update`,
  rows<RequirementRow>,
)

/** Shared: packages of one requirement can be made side by side, but not while its status changes. */
export const holdRequirement = statement(
  'hold_submission_requirement',
  { id: text },
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = :organization and id = :id for share`,
  rows<RequirementRow>,
)

export const lockRequirementByKey = statement(
  'lock_submission_requirement_by_key',
  { requirementKey: text },
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = :organization and requirement_key = :requirementKey for update`,
  rows<RequirementRow>,
)

export const insertRequirement = statement(
  'insert_submission_requirement',
  {
    id: text,
    requirementKey: text,
    status: choice<RequirementStatus>,
    submissionKind: text,
    receiptsRequired: number,
    requireReview: flag,
    requireApproval: flag,
    requireOutcomeBeforeClose: flag,
    record: text,
  },
  `insert into submission_requirement (organization_id, id, requirement_key, status, submission_kind, ${policyColumns}, record)
   values (:organization, :id, :requirementKey, :status, :submissionKind, :receiptsRequired, :requireReview, :requireApproval, :requireOutcomeBeforeClose, :record)`,
)

export const updateRequirement = statement(
  'update_submission_requirement',
  {
    id: text,
    status: choice<RequirementStatus>,
    submissionKind: text,
    receiptsRequired: number,
    requireReview: flag,
    requireApproval: flag,
    requireOutcomeBeforeClose: flag,
    record: text,
  },
  `update submission_requirement set status = :status, submission_kind = :submissionKind, receipts_required = :receiptsRequired, require_review = :requireReview,
          require_approval = :requireApproval, require_outcome_before_close = :requireOutcomeBeforeClose, record = :record
    where organization_id = :organization and id = :id`,
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

/** Its record with when something was last logged about it: an event, or a claim put in or taken out. */
export const packageTag = ({ record, logged_at }: Pick<PackageRow, 'record' | 'logged_at'>): string =>
  etagOf(record, logged_at)

const packageColumns = `p.id, p.status, p.receipts, p.makers, p.reviewers, p.approvers, p.first_submitted_at, p.logged_at, p.record, r.record as requirement, ${policyOfR}`
const packageOf = `submission_package p
     join submission_requirement r on r.organization_id = p.organization_id and r.id = p.submission_requirement_id`

export const findPackage = statement(
  'find_submission_package',
  { id: text },
  `select ${packageColumns} from ${packageOf} where p.organization_id = :organization and p.id = :id`,
  rows<PackageRow>,
)

/** Racing callbacks have one order: that in which they get this lock. */
export const lockPackage = statement(
  'lock_submission_package',
  { id: text },
  `select ${packageColumns} from ${packageOf} where p.organization_id = :organization and p.id = :id for update of p`,
  rows<PackageRow>,
)

export interface ListedPackageRow {
  id: string
  /** Of its requirement. */
  title: string
  first_submitted_at: Date | null
  logged_at: Date
  record: string
}

const packageFilters = { submissionRequirementId: 'submission_requirement_id', status: 'status' } as const

/** Newest first. */
export const listWorkspacePackages = (...by: readonly (keyof typeof packageFilters)[]) => {
  const conditions = by.map(name => ` and p.${packageFilters[name]} = :${name}`)
  return statement(
    ['list_workspace_package', ...by.map(name => packageFilters[name])].join('_'),
    { position: text, limit: number, ...Object.fromEntries(by.map(name => [name, text])) },
    `select p.id, p.first_submitted_at, p.logged_at, p.record, (select r.record::json ->> 'title' from submission_requirement r
              where r.organization_id = :organization and r.id = p.submission_requirement_id) as title
       from submission_package p where p.organization_id = :organization and p.id < :position${conditions.join('')}
      order by p.id desc limit :limit`,
    rows<ListedPackageRow>,
  )
}

export const lockPackageByKey = statement(
  'lock_submission_package_by_key',
  { submissionRequirementId: text, packageKey: text },
  `select id, status, record from submission_package
    where organization_id = :organization and submission_requirement_id = :submissionRequirementId and package_key = :packageKey for update`,
  rows<{ id: string; status: PackageStatus; record: string }>,
)

export const insertPackage = statement(
  'insert_submission_package',
  {
    id: text,
    submissionRequirementId: text,
    packageKey: text,
    status: choice<PackageStatus>,
    dueAt: text,
    loggedAt: text,
    makers: texts,
    record: text,
  },
  `insert into submission_package
     (organization_id, id, submission_requirement_id, package_key, status, due_at, logged_at, makers, record)
   values (:organization, :id, :submissionRequirementId, :packageKey, :status, :dueAt, :loggedAt, :makers, :record)`,
)

export const updatePackage = statement(
  'update_submission_package',
  {
    id: text,
    status: choice<PackageStatus>,
    dueAt: text,
    firstSubmittedAt: nullable(text),
    receipts: number,
    loggedAt: text,
    reviewers: texts,
    approvers: texts,
    record: text,
  },
  `update submission_package set status = :status, due_at = :dueAt, first_submitted_at = :firstSubmittedAt, receipts = :receipts,
          logged_at = :loggedAt, reviewers = :reviewers, approvers = :approvers, record = :record
    where organization_id = :organization and id = :id`,
)

export const findEventBySource = statement(
  'find_submission_event_by_source',
  { packageId: text, sourceEventKey: text },
  `select event_kind, record from submission_event
    where organization_id = :organization and package_id = :packageId and source_event_key = :sourceEventKey`,
  rows<{ event_kind: string; record: string }>,
)

export const insertEvent = statement(
  'insert_submission_event',
  {
    id: text,
    packageId: text,
    eventKind: choice<EventKind>,
    sourceEventKey: nullable(text),
    webhookEvents: texts,
    record: text,
  },
  `insert into submission_event (organization_id, id, package_id, event_kind, source_event_key, webhook_events, record)
   values (:organization, :id, :packageId, :eventKind, :sourceEventKey, :webhookEvents, :record)`,
)

/** Newest first. */
export const listEvents = statement(
  'list_submission_event',
  { position: text, limit: number, packageId: text },
  `select id, record from submission_event
    where organization_id = :organization and id < :position and package_id = :packageId order by id desc limit :limit`,
  rows<{ id: string; record: string }>,
)

export const describePackage = statement(
  'describe_submission_package',
  { id: text, dueAt: text, record: text },
  'update submission_package set due_at = :dueAt, record = :record where organization_id = :organization and id = :id',
)

/** Whoever looked at it saw other contents. */
export const noteContentChange = statement(
  'note_submission_content_change',
  { id: text, loggedAt: text, makers: texts },
  `update submission_package set logged_at = :loggedAt, reviewers = '{}', approvers = '{}',
          makers = array(select unnest(makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

export const insertDecision = statement(
  'insert_submission_decision',
  { id: text, packageId: text, webhookEvents: texts, record: text },
  `insert into submission_decision (organization_id, id, package_id, webhook_events, record) values (:organization, :id, :packageId, :webhookEvents, :record)`,
)
