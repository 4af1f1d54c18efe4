import { nameOf } from '#api/name-of.ts'
import { statement } from '#db/statement.ts'
import type { RequirementStatus } from './requirement.ts'

interface RequirementRow {
  status: RequirementStatus
  validity_days: number
  owner_id: string | null
  record: string
}

interface ShownRequirementRow extends RequirementRow {
  id: string
  owner_name: string | null
}

const shownRequirement = `id, status, validity_days, owner_id, ${nameOf('owner_id')} as owner_name, record`

/** Newest first. `organization_id, position, limit, status` where it is filtered */
export const listWorkspaceRequirements = (filtered: boolean) =>
  statement<ShownRequirementRow>(
    filtered ? 'list_workspace_evidence_requirement_status' : 'list_workspace_evidence_requirement',
    `select ${shownRequirement} from evidence_requirement
      where organization_id = $1 and id < $2${filtered ? ' and status = $4' : ''} order by id desc limit $3`,
  )

/** `organization_id, position, limit, requirement_key, status` or null */
export const listWorkspaceRequirementsOfKey = statement<ShownRequirementRow>(
  'find_workspace_evidence_requirement_of_key',
  `select ${shownRequirement} from evidence_requirement
    where organization_id = $1 and id < $2 and requirement_key = $4 and ($5::text is null or status = $5) limit $3`,
)

export const findWorkspaceRequirement = statement<ShownRequirementRow>(
  'find_workspace_evidence_requirement',
  `select ${shownRequirement} from evidence_requirement where organization_id = $1 and id = $2`,
)

export const findRequirement = statement<RequirementRow>(
  'find_requirement',
  `select status, validity_days, owner_id, record from evidence_requirement where organization_id = $1 and id = $2`,
)

export const lockRequirement = statement<ShownRequirementRow>(
  'lock_requirement',
  `select ${shownRequirement} from evidence_requirement
    where organization_id = $1 and id = $2 for update`,
)

export const lockRequirementByKey = statement<RequirementRow & { id: string }>(
  'lock_requirement_by_key',
  `select id, status, validity_days, owner_id, record from evidence_requirement
    where organization_id = $1 and requirement_key = $2 for update`,
)

/** `organization_id, id, requirement_key, status, validity_days, owner_id, record` */
export const insertRequirement = statement(
  'insert_requirement',
  `insert into evidence_requirement (organization_id, id, requirement_key, status, validity_days, owner_id, record)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

/** `organization_id, id, status, validity_days, owner_id, record` */
export const updateRequirement = statement(
  'update_requirement',
  `update evidence_requirement set status = $3, validity_days = $4, owner_id = $5, record = $6
    where organization_id = $1 and id = $2`,
)

/** What was accepted lasts longer than all that was before. `organization_id, id, until (milliseconds), claim_id` */
export const noteAcceptance = statement(
  'note_acceptance',
  `update evidence_requirement set fresh_until = $3, fresh_claim_id = $4
    where organization_id = $1 and id = $2 and fresh_until < $3`,
)

export const findReviewer = statement<{ id: string; name: string }>(
  'find_reviewer',
  `select id, record::json ->> 'name' as name from person
    where organization_id = $1 and id = $2 and role in ('admin', 'reviewer') and not disabled`,
)

export const listReviewers = statement<{ id: string }>(
  'list_reviewers',
  `select id from person where organization_id = $1 and role = 'reviewer' and not disabled order by id`,
)

/**
 * `organization_id, id, evidence_requirement_id, claim_key, status, valid_until, created_by, reviewer_id, record,
 * source_snapshot, claim_snapshot, makers`
 */
export const insertClaim = statement(
  'insert_claim',
  `insert into evidence_claim (organization_id, id, evidence_requirement_id, claim_key, status, valid_until, created_by,
     reviewer_id, record, source_snapshot, claim_snapshot, makers)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)

interface ClaimRow {
  status: 'submitted' | 'accepted' | 'rejected' | 'expired'
  created_by: string
  /** Beside who created it. */
  makers: string[]
  reviewer_id: string | null
  record: string
  source_snapshot: string
  claim_snapshot: string
}

export const findClaim = statement<ClaimRow>(
  'find_claim',
  `select status, created_by, makers, reviewer_id, record, source_snapshot, claim_snapshot
     from evidence_claim where organization_id = $1 and id = $2`,
)

export const findClaimNames = statement<{ created_by_name: string | null; reviewer_name: string | null }>(
  'find_claim_names',
  `select ${nameOf('created_by')} as created_by_name, ${nameOf('reviewer_id')} as reviewer_name
     from evidence_claim where organization_id = $1 and id = $2`,
)

/** Serializes reviews, uploads and expiry of one claim. */
export const lockClaim = statement<ClaimRow>(
  'lock_claim',
  `select status, created_by, makers, reviewer_id, record, source_snapshot, claim_snapshot
     from evidence_claim where organization_id = $1 and id = $2 for update`,
)

/** `organization_id, id, status, record` */
export const updateClaim = statement(
  'update_claim',
  'update evidence_claim set status = $3, record = $4 where organization_id = $1 and id = $2',
)

export const assignReviewer = statement(
  'assign_reviewer',
  'update evidence_claim set reviewer_id = $3 where organization_id = $1 and id = $2',
)

export const findDecision = statement<{
  reviewer_id: string
  reviewer_name: string
  decision: 'accepted' | 'rejected'
  reason: string
  reviewed_digest: string
  decided_at: Date
  self_decided: boolean
}>(
  'find_decision',
  `select reviewer_id, ${nameOf('reviewer_id')} as reviewer_name, decision, reason, reviewed_digest, decided_at,
          self_decided
     from review_decision where organization_id = $1 and claim_id = $2`,
)

/** `organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at, self_decided` */
export const insertDecision = statement(
  'insert_decision',
  `insert into review_decision
     (organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at, self_decided)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

export const attachmentsOfClaim = statement<{ record: string }>(
  'attachments_of_claim',
  'select record from attachment_link where organization_id = $1 and claim_id = $2 order by id',
)

export const organizationsWithClaimsToExpire = statement<{ id: string }>(
  'organizations_with_claims_to_expire',
  'select * from organizations_with_claims_to_expire($1) as id',
)

export const lockClaimsToExpire = statement<{ id: string; record: string }>(
  'lock_claims_to_expire',
  `select id, record from evidence_claim
    where organization_id = $1 and status in ('submitted', 'accepted') and valid_until <= $2
    order by valid_until limit $3 for update skip locked`,
)

/** `organization_id, id, claim_id, status, expires_at, reason, record` */
export const insertUploadIntent = statement(
  'insert_upload_intent',
  `insert into upload_intent (organization_id, id, claim_id, status, expires_at, reason, record)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

interface IntentRow {
  claim_id: string
  status: 'pending' | 'completed' | 'expired'
  expires_at: Date
  reason: string
  link_id: string | null
  record: string
}

export const findUploadIntent = statement<IntentRow>(
  'find_upload_intent',
  `select claim_id, status, expires_at, reason, link_id, record
     from upload_intent where organization_id = $1 and id = $2`,
)

export const lockUploadIntent = statement<IntentRow>(
  'lock_upload_intent',
  `select claim_id, status, expires_at, reason, link_id, record
     from upload_intent where organization_id = $1 and id = $2 for update`,
)

/** `organization_id, id, link_id, record` */
export const completeUploadIntent = statement(
  'complete_upload_intent',
  `update upload_intent set status = 'completed', link_id = $3, record = $4 where organization_id = $1 and id = $2`,
)

/** `organization_id, blob_key, node_id, created_at` */
export const insertStagedBlob = statement(
  'insert_staged_blob',
  'insert into staged_blob (organization_id, blob_key, node_id, created_at) values ($1, $2, $3, $4)',
)

export const lockStagedBlob = statement<{ blob_key: string }>(
  'lock_staged_blob',
  'select blob_key from staged_blob where organization_id = $1 and blob_key = $2 for update',
)

export const deleteStagedBlob = statement(
  'delete_staged_blob',
  'delete from staged_blob where organization_id = $1 and blob_key = $2',
)

/** `organization_id, id, blob_key, byte_size, checksum_sha256, inline_preview_allowed` */
export const insertArtifact = statement(
  'insert_artifact',
  `insert into artifact (organization_id, id, blob_key, byte_size, checksum_sha256, inline_preview_allowed)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** `organization_id, id, claim_id, artifact_id, record` */
export const insertAttachmentLink = statement(
  'insert_attachment_link',
  'insert into attachment_link (organization_id, id, claim_id, artifact_id, record) values ($1, $2, $3, $4, $5)',
)

export const findAttachmentLink = statement<{ record: string }>(
  'find_attachment_link',
  'select record from attachment_link where organization_id = $1 and id = $2',
)

export const findAttachment = statement<{
  record: string
  blob_key: string
  byte_size: number
  checksum_sha256: string
  inline_preview_allowed: boolean
}>(
  'find_attachment',
  `select l.record, a.blob_key, a.byte_size, a.checksum_sha256, a.inline_preview_allowed
     from attachment_link l
     join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
    where l.organization_id = $1 and l.claim_id = $2 and l.artifact_id = $3`,
)

export const listAttachments = statement<{ id: string; record: string }>(
  'list_attachment_link_claim',
  `select id, record from attachment_link
    where organization_id = $1 and id < $2 and claim_id = $4
    order by id desc limit $3`,
)

export const organizationsWithIntentsToExpire = statement<{ id: string }>(
  'organizations_with_intents_to_expire',
  'select * from organizations_with_intents_to_expire($1) as id',
)

export const lockIntentsToExpire = statement<{ id: string; record: string }>(
  'lock_intents_to_expire',
  `select id, record from upload_intent
    where organization_id = $1 and status = 'pending' and expires_at <= $2
    order by expires_at limit $3 for update skip locked`,
)

/** `organization_id, id, record` */
export const expireUploadIntent = statement(
  'expire_upload_intent',
  `update upload_intent set status = 'expired', record = $3 where organization_id = $1 and id = $2`,
)
