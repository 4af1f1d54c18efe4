import { choice, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { Content } from '#http/audit.ts'
import { etagOf } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import type { EventKind, PackageState, PackageStatus, ReceiptPolicy } from './policy.ts'

interface PolicyRow {
  receipts_required: number
  require_review: boolean
  require_approval: boolean
  require_outcome_before_close: boolean
}

export const receiptPolicyOf = (row: PolicyRow): ReceiptPolicy => ({
  receiptsRequired: row.receipts_required,
  requireReview: row.require_review,
  requireApproval: row.require_approval,
  requireOutcomeBeforeClose: row.require_outcome_before_close,
})

const policyColumns = 'receipts_required, require_review, require_approval, require_outcome_before_close'
const qualifiedPolicyColumns = policyColumns.replaceAll(/\w+/g, column => `r.${column}`)

/** Takes a shared lock: packages of a requirement can be created concurrently, but not while its status changes. */
export const lockSubmissionRequirement = statement(
  'share_lock_submission_requirement',
  { id: text },
  `select id, status, record, ${policyColumns} from submission_requirement
    where organization_id = :organization and id = :id for share`,
)

export type PackageRow = RowOf<typeof findPackage>

export type LockedPackage = Pick<
  PackageRow,
  'makers' | 'reviewers' | 'approvers' | 'receipts' | 'first_submitted_at' | 'logged_at'
>

/** The fields that audit rows of a package bind in addition to its record. */
export const packageContent = (row: LockedPackage): Content => ({
  approvers: row.approvers.toSorted(),
  firstSubmittedAt: row.first_submitted_at && iso(row.first_submitted_at.getTime()),
  loggedAt: iso(row.logged_at.getTime()),
  makers: row.makers.toSorted(),
  receipts: row.receipts,
  reviewers: row.reviewers.toSorted(),
})

/** Returns the package's state in the state machine. */
export const toPackageState = ({ status, receipts, reviewers, approvers }: PackageRow): PackageState => ({
  status,
  receipts,
  reviewed: reviewers.length > 0,
  approved: approvers.length > 0,
})

/**
 * Returns the time of the next log entry of a locked package. It is later than that of the previous entry, even if
 * another node's clock was ahead, so that events sort in the order in which they took effect.
 */
export const nextLogTime = ({ logged_at }: Pick<PackageRow, 'logged_at'>, now: number): number =>
  Math.max(now, logged_at.getTime() + 1)

/**
 * Returns the ETag of a package, from its record and the time of the last log entry: an event, or a change of contents.
 */
export const packageEtag = ({ record, logged_at }: Pick<PackageRow, 'record' | 'logged_at'>): string =>
  etagOf(record, logged_at)

const packageColumns = `p.id, p.status, p.receipts, p.makers, p.reviewers, p.approvers, p.first_submitted_at, p.logged_at, p.record, r.record as requirement, ${qualifiedPolicyColumns}`
const packageFrom = `submission_package p
     join submission_requirement r on r.organization_id = p.organization_id and r.id = p.submission_requirement_id`

export const findPackage = statement(
  'find_submission_package',
  { id: text },
  `select ${packageColumns} from ${packageFrom} where p.organization_id = :organization and p.id = :id`,
)

/** Locks a package, which puts concurrent callbacks in order. */
export const lockPackage = statement(
  'lock_submission_package',
  { id: text },
  `select ${packageColumns} from ${packageFrom} where p.organization_id = :organization and p.id = :id for update of p`,
)

export const lockPackageByKey = statement(
  'lock_submission_package_by_key',
  { submissionRequirementId: text, packageKey: text },
  `select ${packageColumns} from ${packageFrom}
    where p.organization_id = :organization and p.submission_requirement_id = :submissionRequirementId
      and p.package_key = :packageKey for update of p`,
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
     (organization_id, id, submission_requirement_id, package_key, status, due_at, logged_at, makers, record, unit_id)
   values (:organization::text, :id, :submissionRequirementId::text, :packageKey, :status, :dueAt, :loggedAt, :makers, :record,
     (select r.unit_id from submission_requirement r
       where r.organization_id = :organization::text and r.id = :submissionRequirementId::text))`,
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

/** Lists the events of a package, newest first. */
export const listEvents = statement(
  'list_submission_event',
  { position: text, limit: number, packageId: text },
  `select id, record from submission_event
    where organization_id = :organization and id < :position and package_id = :packageId order by id desc limit :limit`,
)

export const describePackage = statement(
  'describe_submission_package',
  { id: text, dueAt: text, loggedAt: text, makers: texts, record: text },
  `update submission_package set due_at = :dueAt, logged_at = :loggedAt, record = :record, reviewers = '{}', approvers = '{}',
          makers = array(select unnest(makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

/** Stores a package's record before the change at this time. */
export const insertPastPackage = statement(
  'keep_submission_package',
  { packageId: text, changedAt: text, record: text },
  'insert into submission_package_past (organization_id, package_id, changed_at, record) values (:organization, :packageId, :changedAt, :record)',
)

/** Removes earlier reviews and approvals, because they were for different contents. */
export const recordContentChange = statement(
  'record_submission_content_change',
  { id: text, loggedAt: text, makers: texts },
  `update submission_package set logged_at = :loggedAt, reviewers = '{}', approvers = '{}',
          makers = array(select unnest(makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

export const insertSubmissionDecision = statement(
  'insert_submission_decision',
  { id: text, packageId: text, webhookEvents: texts, record: text },
  `insert into submission_decision (organization_id, id, package_id, webhook_events, record) values (:organization, :id, :packageId, :webhookEvents, :record)`,
)
