import { Type } from 'typebox'
import { bound, moment, readAsIs } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { overlap, principalsOf, selfDecided } from '#shared/four-eyes.ts'
import { Claim, claimContent, claimEvents, claimFlow, renderClaim } from './claim.ts'
import { decidingRoles } from './four-eyes.ts'
import { findInvolved } from './four-eyes-queries.ts'
import { attachmentsOfClaim, insertReviewDecision, lockClaim, recordAcceptance, updateClaim } from './queries.ts'
import { digestForReview } from './reviewed-digest.ts'

export const boundReviewDecisions = bound({
  table: 'review_decision',
  prefix: 'rvd',
  record: false,
  content: {
    id: readAsIs,
    claimId: readAsIs,
    reviewerId: readAsIs,
    decision: readAsIs,
    reason: readAsIs,
    reviewedDigest: readAsIs,
    decidedAt: moment,
    selfDecided: readAsIs,
  },
})

type Decision = 'approve' | 'reject'

interface Review {
  readonly claimId: string
  readonly decision: Decision
  readonly reviewedDigest: string
}

const lockReviewable = async (change: Change, { claimId, decision, reviewedDigest }: Review) => {
  const { actor, tx } = change
  const claim = firstOrNotFound(await tx.query(lockClaim, { id: claimId }), 'evidence claim')
  const [involvement] = await tx.query(findInvolved, { id: claimId })
  const isOwn = involvement === undefined || overlap(principalsOf(actor), involvement.involved)
  if (isOwn && !involvement?.self_decision)
    throw new Refusal(
      'forbidden_resource',
      sentence`claim.own: Another reviewer must decide this claim: people who created it or attached a file to it cannot (four eyes). If a service account did, neither can the people who created it or hold its secret.`,
    )
  const status = statusAfter(claimFlow, claim.status, decision)
  if (!status)
    throw new Refusal(
      'unprocessable',
      sentence`claim.not_submitted: The claim is ${{ status: claim.status }}; only a submitted claim can be reviewed.`,
    )
  const attachments = await tx.query(attachmentsOfClaim, { claimId })
  if (digestForReview(claim, attachments) !== reviewedDigest)
    throw new Refusal(
      'unprocessable',
      sentence`claim.changed: The claim or its attachments changed since you read them; read the claim again, then decide.`,
    )
  return { claim, status, isOwn }
}

const decide = async (change: Change, review: Review): Promise<Rendered> => {
  const { actor, now, ids, tx, reason } = change
  const { claim, status, isOwn } = await lockReviewable(change, review)
  const reviewed = { ...readRecord(Claim, claim.record), status, updatedAt: iso(now) }
  const record = renderClaim(reviewed)
  tx.write(updateClaim, { id: review.claimId, status, record })
  const decisionRow = {
    id: ids.next('rvd', now),
    claimId: review.claimId,
    reviewerId: actor.id,
    decision: status,
    reason,
    reviewedDigest: review.reviewedDigest,
    decidedAt: iso(now),
    selfDecided: isOwn,
  }
  tx.write(insertReviewDecision, decisionRow)
  if (status === 'accepted' && reviewed.evidenceRequirementId) {
    const until = Math.max(1, Date.parse(reviewed.validUntil))
    tx.write(recordAcceptance, { id: reviewed.evidenceRequirementId, until, claimId: review.claimId })
  }
  change.emit(claimEvents[review.decision], { claim: record })
  const content = claimContent(claim)
  change.audit(review.claimId, { before: claim.record, after: record, content, ...(isOwn && { detail: selfDecided }) })
  change.audit(decisionRow.id, { action: 'evidence.decision.create', content: decisionRow })
  return new Rendered(record)
}

/**
 * Creates the endpoint that approves or rejects a claim (interface section 3.2). Open points "Evidence" define the
 * four-eyes rule and the digest.
 */
export const reviewEndpoint = (decision: Decision, summary: string) =>
  changeEndpoint({
    name: `${decision}Claim`,
    summary,
    tag: 'Review',
    method: 'POST',
    workspace: { path: `/claims/{claimId}/${decision}`, roles: decidingRoles },
    status: 200,
    action: `evidence.claim.${decision}`,
    params: Type.Object({ claimId: Reference('gec') }),
    body: Type.Object({
      reviewedDigest: Type.String({
        pattern: '^[0-9a-f]{64}$',
        patternMessage: sentence`field.reviewed_digest: must be the reviewedDigest of the claim: 64 hexadecimal digits`,
        description: 'The reviewedDigest of the claim as the reviewer read it.',
      }),
    }),
    response: Claim,
    errors: ['not_found', 'forbidden_resource', 'unprocessable'],
    run: (change, { params, body }) =>
      decide(change, { claimId: params.claimId, decision, reviewedDigest: body.reviewedDigest }),
  })
