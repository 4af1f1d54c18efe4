import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { reassign } from '#http/notify.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { overlap } from '#shared/four-eyes.ts'
import { lockOpenQuestion } from './answer-claim-question.ts'
import { Claim, claimContent } from './claim.ts'
import { decidingRoles } from './four-eyes.ts'
import { findInvolved } from './four-eyes-queries.ts'
import { assignReviewer, type ClaimRow, findReviewer } from './queries.ts'
import { closeOpenQuestion, noQuestion } from './question.ts'
import { describeRerouting, routeClaim } from './route-claim.ts'

/**
 * Chooses who reviews a claim whose question is withdrawn: its reviewer, unless they approved it before they asked. They
 * could not give the next approval, so the claim would wait for no one.
 */
const chooseReviewer = async (change: Change, id: string, claim: ClaimRow): Promise<string | null> => {
  const { reviewer_id: reviewerId, created_by, makers, approvers } = claim
  if (reviewerId === null || approvers.length === 0) return reviewerId
  const [involvement] = await change.tx.query(findInvolved, { id })
  const [reviewer] = await change.read(findReviewer, { id: reviewerId })
  const approvedBy = involvement?.approved_by ?? approvers
  if (!overlap(reviewer?.hands ?? [reviewerId], approvedBy)) return reviewerId
  return routeClaim(change, {
    ...{ preferredId: null, unitId: claim.unit_id },
    involved: [created_by, ...makers, ...approvers],
  })
}

/** Withdraws the open question about a claim, which then waits for a reviewer again. */
export const withdrawClaimQuestion = changeEndpoint({
  name: 'withdrawClaimQuestion',
  summary: 'Withdraw the open question about a claim',
  tag: 'Review',
  method: 'POST',
  workspace: { path: '/claims/{claimId}/withdraw-question', roles: decidingRoles },
  status: 200,
  action: 'evidence.claim.withdraw_question',
  params: Type.Object({ claimId: Reference('gec') }),
  response: Claim,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { claimId } }) {
    const { actor, tx } = change
    const { claim, questionId, question } = await lockOpenQuestion(change, claimId)
    if (question.asked_by !== actor.id && actor.role !== 'admin')
      throw new Refusal(
        'forbidden_resource',
        sentence`claim.question_of_other: Only the reviewer who asked, or an administrator, can withdraw the question.`,
      )
    await closeOpenQuestion(change, { id: claimId, questionId }, { status: 'withdrawn' })
    const reviewerId = await chooseReviewer(change, claimId, claim)
    if (reviewerId !== claim.reviewer_id) {
      tx.write(assignReviewer, { id: claimId, reviewerId })
      reassign(change, claimId, [claim.reviewer_id], reviewerId ? [reviewerId] : [])
    }
    const [detail] = describeRerouting(claim.reviewer_id, reviewerId)
    const content = claimContent({ ...claim, ...noQuestion, reviewer_id: reviewerId })
    change.audit(claimId, { before: claim.record, after: claim.record, content, ...(detail && { detail }) })
    return new Rendered(claim.record)
  },
})
