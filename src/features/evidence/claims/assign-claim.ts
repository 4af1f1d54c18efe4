import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { reassign } from '#http/notify.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { overlap } from '#shared/four-eyes.ts'
import { Claim, claimContent } from './claim.ts'
import { decidingRoles } from './four-eyes.ts'
import { findInvolved } from './four-eyes-queries.ts'
import { assignReviewer, lockClaim } from './queries.ts'
import { requireReviewer } from './require-reviewer.ts'
import { seesUnit } from './route-claim.ts'

export const assignClaim = changeEndpoint({
  name: 'assignClaim',
  summary: 'Assign a submitted claim to another reviewer',
  tag: 'Review',
  method: 'POST',
  workspace: { path: '/claims/{claimId}/assign', roles: decidingRoles },
  status: 200,
  action: 'evidence.claim.assign',
  params: Type.Object({ claimId: Reference('gec') }),
  body: Type.Object({ reviewerId: Reference('prs') }),
  response: Claim,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body }) {
    const { tx } = change
    const claim = firstOrNotFound(await tx.query(lockClaim, { id: params.claimId }), 'evidence claim')
    if (claim.status !== 'submitted')
      throw new Refusal(
        'unprocessable',
        sentence`claim.not_assignable: The claim is ${{ status: claim.status }}; only a submitted claim can be assigned to another reviewer.`,
      )
    const reviewer = await requireReviewer(change, body.reviewerId)
    if (!seesUnit(reviewer, claim.unit_id))
      throw new Refusal(
        'unprocessable',
        sentence`claim.reviewer_of_other_unit: Assign the claim to another reviewer: this person is limited to other units and cannot see it.`,
      )
    const { hands } = reviewer
    const [involvement] = await tx.query(findInvolved, { id: params.claimId })
    if (involvement && overlap(hands, involvement.involved) && !involvement.self_decision)
      throw new Refusal(
        'unprocessable',
        sentence`claim.reviewer_made_it: Assign the claim to another reviewer: people who created it or attached a file to it cannot decide it (four eyes). If a service account did, neither can the people who created it or hold its secret.`,
      )
    if (involvement && overlap(hands, involvement.approved_by))
      throw new Refusal(
        'unprocessable',
        sentence`claim.reviewer_approved_it: Assign the claim to another reviewer: this person, or someone who could act as them, approved it already.`,
      )
    tx.write(assignReviewer, { id: params.claimId, reviewerId: body.reviewerId })
    reassign(change, params.claimId, [claim.reviewer_id], [body.reviewerId])
    const before = claim.reviewer_id ?? 'none'
    const content = claimContent({ ...claim, reviewer_id: body.reviewerId })
    const detail = `reviewer ${before} → ${body.reviewerId}`
    change.audit(params.claimId, { before: claim.record, after: claim.record, content, detail })
    return new Rendered(claim.record)
  },
})
