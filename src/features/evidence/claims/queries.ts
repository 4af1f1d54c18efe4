import { choice, flag, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { lockUnitSql } from '#shared/unit-lock.ts'
import type { Claim } from './claim.ts'

export const findRequirement = statement(
  'find_requirement',
  { id: text },
  'select id from evidence_requirement where organization_id = :organization and id = :id',
)

/** Reads the fields of a requirement that its claims need, and locks its unit until the commit. */
export const lockEvidenceRequirement = statement(
  'lock_requirement',
  { id: text },
  `select status, validity_days, reviewers_required, owner_id, unit_id, ${lockUnitSql('id')} as held
     from evidence_requirement where organization_id = :organization and id = :id`,
)

/** Records an accepted claim if it lasts longer than every claim accepted before it. */
export const recordAcceptance = statement(
  'record_acceptance',
  { id: text, until: number, claimId: text },
  `update evidence_requirement set fresh_until = :until, fresh_claim_id = :claimId
    where organization_id = :organization and id = :id and fresh_until < :until`,
)

/** A reviewer, with everyone who could act as them. */
export type Reviewer = RowOf<typeof listReviewers>

export const findReviewer = statement(
  'find_reviewer',
  { id: text },
  `select id, record::json ->> 'name' as name, unit_ids, people_behind(array[id::text]) as hands from person
    where organization_id = :organization and id = :id and role in ('admin', 'reviewer') and not disabled`,
  narrows<{ name: string }>,
)

export const listReviewers = statement(
  'list_reviewers',
  {},
  `select id, unit_ids, people_behind(array[id::text]) as hands from person
    where organization_id = :organization and role = 'reviewer' and not disabled order by id`,
)

export const insertClaim = statement(
  'insert_claim',
  {
    id: text,
    evidenceRequirementId: nullable(text),
    claimKey: text,
    status: choice<ClaimRow['status']>,
    validUntil: text,
    createdBy: text,
    reviewerId: nullable(text),
    record: text,
    sourceSnapshot: text,
    claimSnapshot: text,
    makers: texts,
    reviewersRequired: number,
  },
  `insert into evidence_claim (organization_id, id, evidence_requirement_id, claim_key, status, valid_until, created_by,
     reviewer_id, record, source_snapshot, claim_snapshot, makers, reviewers_required, unit_id)
   values (:organization::text, :id, :evidenceRequirementId::text, :claimKey, :status, :validUntil, :createdBy, :reviewerId, :record, :sourceSnapshot, :claimSnapshot, :makers, :reviewersRequired,
     case when :evidenceRequirementId::text is null then own_unit() else (select r.unit_id from evidence_requirement r
       where r.organization_id = :organization::text and r.id = :evidenceRequirementId::text) end)`,
)

export interface ClaimRow {
  status: Claim['status']
  created_by: string
  /** The contributors other than the creator. */
  makers: string[]
  reviewer_id: string | null
  record: string
  source_snapshot: string
  claim_snapshot: string
  /** The number of approvals that its requirement demanded when it was created. */
  reviewers_required: number
  /** Everyone behind the approvals in force. */
  approvers: string[]
  /** The open question. */
  question_id: string | null
  /** The person the open question waits for; null if it waits for the administrators. */
  answerer_id: string | null
  unit_id: string | null
}

const claimColumns = `status, created_by, makers, reviewer_id, record, source_snapshot, claim_snapshot,
     reviewers_required, approvers, question_id, answerer_id, unit_id`

export const findClaim = statement(
  'find_claim',
  { id: text },
  `select ${claimColumns}
     from evidence_claim where organization_id = :organization and id = :id`,
)

export const findClaimNames = statement(
  'find_claim_names',
  { id: text },
  `select ${nameOf('created_by')} as created_by_name, ${nameOf('reviewer_id')} as reviewer_name
     from evidence_claim where organization_id = :organization and id = :id`,
)

/** Locks a claim, so that its reviews, uploads and expiry happen one at a time. */
export const lockClaim = statement(
  'lock_claim',
  { id: text },
  `select ${claimColumns}
     from evidence_claim where organization_id = :organization and id = :id for update`,
)

export const updateClaim = statement(
  'update_claim',
  { id: text, status: choice<ClaimRow['status']>, record: text },
  'update evidence_claim set status = :status, record = :record where organization_id = :organization and id = :id',
)

export const assignReviewer = statement(
  'assign_reviewer',
  { id: text, reviewerId: nullable(text) },
  'update evidence_claim set reviewer_id = :reviewerId where organization_id = :organization and id = :id',
)

export const findDecision = statement(
  'find_decision',
  { claimId: text },
  `select reviewer_id, ${nameOf('reviewer_id')} as reviewer_name, decision, reason, reviewed_digest, decided_at,
          self_decided
     from review_decision where organization_id = :organization and claim_id = :claimId`,
  narrows<{ reviewer_name: string }>,
)

export const insertReviewDecision = statement(
  'insert_decision',
  {
    id: text,
    claimId: text,
    reviewerId: text,
    decision: choice<ClaimRow['status']>,
    reason: nullable(text),
    reviewedDigest: text,
    decidedAt: text,
    selfDecided: flag,
  },
  `insert into review_decision
     (organization_id, id, claim_id, reviewer_id, decision, reason, reviewed_digest, decided_at, self_decided)
   values (:organization, :id, :claimId, :reviewerId, :decision, :reason, :reviewedDigest, :decidedAt, :selfDecided)`,
)

export const attachmentsOfClaim = statement(
  'attachments_of_claim',
  { claimId: text },
  'select record from attachment_link where organization_id = :organization and claim_id = :claimId order by id',
)

export const organizationsWithClaimsToExpire = statement(
  'organizations_with_claims_to_expire',
  { now: text },
  'select * from organizations_with_claims_to_expire(:now) as id',
)

export const lockClaimsToExpire = statement(
  'lock_claims_to_expire',
  { now: text, limit: number },
  `select id, ${claimColumns} from evidence_claim
    where organization_id = :organization and status in ('submitted', 'accepted') and valid_until <= :now
    order by valid_until limit :limit for update skip locked`,
)
