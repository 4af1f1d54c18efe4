import { statement } from '#db/statement.ts'
import type { RequirementStatus } from './requirement.ts'

interface RequirementRow {
  status: RequirementStatus
  validity_days: number
  owner_id: string | null
  record: string
}

export const findRequirement = statement<RequirementRow>(
  'find_requirement',
  `select status, validity_days, owner_id, record from evidence_requirement where organization_id = $1 and id = $2`,
)

export const lockRequirement = statement<RequirementRow>(
  'lock_requirement',
  `select status, validity_days, owner_id, record from evidence_requirement
    where organization_id = $1 and id = $2 for update`,
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

export const findReviewer = statement<{ id: string }>(
  'find_reviewer',
  `select id from person
    where organization_id = $1 and id = $2 and role in ('admin', 'reviewer') and not disabled`,
)

export const listReviewers = statement<{ id: string }>(
  'list_reviewers',
  `select id from person where organization_id = $1 and role = 'reviewer' and not disabled order by id`,
)

/**
 * `organization_id, id, evidence_requirement_id, claim_key, status, valid_until, created_by, reviewer_id, record,
 * source_snapshot, claim_snapshot`
 */
export const insertClaim = statement(
  'insert_claim',
  `insert into evidence_claim (organization_id, id, evidence_requirement_id, claim_key, status, valid_until, created_by,
     reviewer_id, record, source_snapshot, claim_snapshot)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

interface ClaimRow {
  status: 'submitted' | 'accepted' | 'rejected' | 'expired'
  created_by: string
  reviewer_id: string | null
  record: string
  source_snapshot: string
  claim_snapshot: string
}

export const findClaim = statement<ClaimRow>(
  'find_claim',
  `select status, created_by, reviewer_id, record, source_snapshot, claim_snapshot
     from evidence_claim where organization_id = $1 and id = $2`,
)

/** Serializes reviews, uploads and expiry of one claim. */
export const lockClaim = statement<ClaimRow>(
  'lock_claim',
  `select status, created_by, reviewer_id, record, source_snapshot, claim_snapshot
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
  decision: 'accepted' | 'rejected'
  reason: string
  reviewed_digest: string
  decided_at: Date
}>(
  'find_decision',
  `select reviewer_id, decision, reason, reviewed_digest, decided_at
     from review_decision where organization_id = $1 and claim_id = $2`,
)

/** `organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at` */
export const insertDecision = statement(
  'insert_decision',
  `insert into review_decision
     (organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
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
