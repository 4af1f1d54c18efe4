import { nullable, statement, text, texts } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { reassign } from '#http/notify.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf, selfDecided } from '#shared/four-eyes.ts'
import { type ApprovalRow, insertReviewApproval } from './approval.ts'
import { claimContent } from './claim.ts'
import type { ClaimRow } from './queries.ts'
import { describeRerouting, routeClaim } from './route-claim.ts'

const setApprovers = statement(
  'set_approvers_of_claim',
  { id: text, approvers: texts, reviewerId: nullable(text) },
  `update evidence_claim set approvers = :approvers, reviewer_id = :reviewerId
    where organization_id = :organization and id = :id`,
)

interface Approval {
  readonly id: string
  readonly claim: ClaimRow
  readonly reviewedDigest: string
  readonly isOwn: boolean
  /** The approvals before this one. */
  readonly inForce: readonly ApprovalRow[]
  readonly needed: number
}

/**
 * Records an approval that is not the last. The claim stays submitted, so that its record and its digest stay the same,
 * and goes to another reviewer if its own cannot give the next approval.
 */
export const recordApproval = async (
  change: Change,
  { id: claimId, claim, reviewedDigest, isOwn, inForce, needed }: Approval,
): Promise<Rendered> => {
  const { actor, now, ids, tx, reason } = change
  const hands = principalsOf(actor)
  const approvalRow = {
    ...{ id: ids.next('rva', now), claimId, reviewerId: actor.id, reason: reason ?? '', reviewedDigest },
    ...{ approvedAt: iso(now), selfDecided: isOwn, hands: hands.toSorted() },
  }
  tx.write(insertReviewApproval, approvalRow)
  const approvers = [...new Set([...inForce.flatMap(row => row.hands), ...hands])]
  const involved = [claim.created_by, ...claim.makers, ...approvers]
  const reviewerId = await routeClaim(change, { preferredId: claim.reviewer_id, unitId: claim.unit_id, involved })
  tx.write(setApprovers, { id: claimId, approvers, reviewerId })
  reassign(change, claimId, [claim.reviewer_id], reviewerId ? [reviewerId] : [])
  const number = inForce.length + 1
  const rerouted = describeRerouting(claim.reviewer_id, reviewerId)
  change.audit(claimId, {
    action: 'evidence.claim.approve_in_part',
    before: claim.record,
    after: claim.record,
    content: claimContent({ ...claim, approvers, reviewer_id: reviewerId }),
    detail: [`approval ${number} of ${needed}`, ...(isOwn ? [selfDecided] : []), ...rerouted].join(', '),
  })
  const content = { ...approvalRow, voidedAt: null, voidReason: null }
  change.audit(approvalRow.id, { action: 'evidence.approval.create', content })
  return new Rendered(
    `${claim.record.slice(0, -1)},${JSON.stringify({ approvals: { given: number, needed } }).slice(1)}`,
  )
}
