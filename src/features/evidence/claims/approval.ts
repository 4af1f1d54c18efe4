import { choice, flag, narrows, type RowOf, statement, text, texts } from '#db/statement.ts'
import { bound, currentRow, moment, readAsIs, sorted } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { nameOf } from '#http/name-of.ts'
import { iso } from '#lib/clock.ts'
import { claims } from './claim.ts'
import { involvedIn } from './four-eyes-queries.ts'

/**
 * Why an approval no longer counts: the claim got a file or an answer, the reviewer became a contributor, or the
 * workspace no longer lets contributors decide.
 */
export const voidReasons = ['changed', 'contributed', 'self_decision_off'] as const

export type VoidReason = (typeof voidReasons)[number]

/** An approval of a claim that needs more of them. The last approval is the claim's decision. */
export const boundReviewApprovals = bound({
  table: 'review_approval',
  prefix: 'rva',
  record: false,
  content: {
    id: readAsIs,
    claimId: readAsIs,
    reviewerId: readAsIs,
    reason: readAsIs,
    reviewedDigest: readAsIs,
    approvedAt: moment,
    selfDecided: readAsIs,
    hands: sorted,
    voidedAt: moment,
    voidReason: readAsIs,
  },
})

export const insertReviewApproval = statement(
  'insert_review_approval',
  {
    id: text,
    claimId: text,
    reviewerId: text,
    reason: text,
    reviewedDigest: text,
    approvedAt: text,
    selfDecided: flag,
    hands: texts,
  },
  `insert into review_approval
     (organization_id, id, claim_id, reviewer_id, reason, reviewed_digest, approved_at, self_decided, hands)
   values (:organization, :id, :claimId, :reviewerId, :reason, :reviewedDigest, :approvedAt, :selfDecided, :hands)`,
)

/** The maximum number of approvals to list. Approvals in force are among the newest, and there are two at most. */
export const maxApprovals = 50

/**
 * SQL for whether the hand of a contributor voids the approval `a`. A self-decided approval counts only while the
 * workspace allows self-decision, any other one only while its reviewer is no contributor.
 */
export const isByContributor = (a: string, involved: string): string =>
  `case when ${a}.self_decided then not (select o.self_decision from organization o where o.id = :organization)
        else ${a}.hands && (${involved}) end`

const involvedInIt = `select ${involvedIn('c')} from evidence_claim c
             where c.organization_id = :organization and c.id = :claimId`

/** The newest approvals of a claim, and whether the hand of a contributor voids them. */
export const approvalsOfClaim = statement(
  'approvals_of_claim',
  { claimId: text },
  `select a.id, a.reviewer_id, ${nameOf('a.reviewer_id')} as reviewer_name, a.reason, a.reviewed_digest, a.approved_at,
          a.self_decided, a.hands, a.voided_at, a.void_reason, ${isByContributor('a', involvedInIt)} as contributed
     from review_approval a where a.organization_id = :organization and a.claim_id = :claimId
    order by a.id desc limit ${maxApprovals}`,
  narrows<{ reviewer_name: string; contributed: boolean }>,
)

export type ApprovalRow = RowOf<typeof approvalsOfClaim>

/** Why an approval does not count for a claim with this digest, or undefined if it counts. */
export const whyVoid = (row: ApprovalRow, digest: string): VoidReason | undefined => {
  if (row.void_reason) return row.void_reason
  if (row.reviewed_digest !== digest) return 'changed'
  if (!row.contributed) return undefined
  return row.self_decided ? 'self_decision_off' : 'contributed'
}

const voidApproval = statement(
  'void_review_approval',
  { id: text, now: text, reason: choice<VoidReason> },
  `update review_approval set voided_at = :now, void_reason = :reason
    where organization_id = :organization and id = :id`,
)

const idsOfApprovalsInForce = statement(
  'ids_of_approvals_in_force',
  { claimId: text },
  `select id from (select id, voided_at from review_approval
      where organization_id = :organization and claim_id = :claimId order by id desc limit 3) a
    where a.voided_at is null`,
)

const clearApprovers = statement(
  'clear_approvers_of_claim',
  { id: text },
  `update evidence_claim set approvers = '{}' where organization_id = :organization and id = :id`,
)

/** Voids one approval. The claim must be locked. */
export const voidOne = async (change: Change, id: string, reason: VoidReason): Promise<void> => {
  const { tx, now } = change
  tx.write(voidApproval, { id, now: iso(now), reason })
  const { content } = await currentRow(tx, boundReviewApprovals, id)
  change.audit(id, { action: 'evidence.approval.void', content, detail: reason })
}

/**
 * Voids the approvals in force of a claim that gets a file or an answer, which these reviewers have not seen. The claim
 * must be locked.
 */
export const voidApprovals = async (
  change: Change,
  claim: { readonly id: string; readonly approvers: readonly string[] },
): Promise<void> => {
  if (claim.approvers.length === 0) return
  const { tx } = change
  const approvals = await tx.query(idsOfApprovalsInForce, { claimId: claim.id })
  for (const { id } of approvals) await voidOne(change, id, 'changed')
  tx.write(clearApprovers, { id: claim.id })
  const { record, content } = await currentRow(tx, claims.bound, claim.id)
  const detail = `approvals ${approvals.length} → 0`
  change.audit(claim.id, { action: 'evidence.claim.void_approvals', before: record, after: record, content, detail })
}
