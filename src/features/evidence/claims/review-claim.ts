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
import { type ApprovalRow, approvalsOfClaim, voidOne, whyVoid } from './approval.ts'
import { Claim, claimContent, claimEvents, claimFlow, renderClaim } from './claim.ts'
import { decidingRoles, findReviewBarrier } from './four-eyes.ts'
import { findInvolved } from './four-eyes-queries.ts'
import { attachmentsOfClaim, insertReviewDecision, lockClaim, recordAcceptance, updateClaim } from './queries.ts'
import { answersForReview, closeOpenQuestion, noQuestion, questionsOfClaim } from './question.ts'
import { recordApproval } from './record-approval.ts'
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

const forbidden = {
  hand: sentence`claim.own: Another reviewer must decide this claim: people who created it or attached a file to it cannot (four eyes). If a service account did, neither can the people who created it or hold its secret.`,
  approved: sentence`claim.approved_before: You, or someone who could act as you, approved this claim already; the next approval must come from another reviewer.`,
  self_decided: sentence`claim.self_decided_before: A contributor approved this claim already; the next approval must come from a reviewer who did not contribute to it.`,
} as const

/** Locks a claim for a decision or a question of the caller. Throws a refusal if they may not decide or ask. */
export const lockForReviewer = async ({ actor, tx }: Change, claimId: string, action: Decision | 'ask') => {
  const claim = firstOrNotFound(await tx.query(lockClaim, { id: claimId }), 'evidence claim')
  const involvement = firstOrNotFound(await tx.query(findInvolved, { id: claimId }), 'evidence claim')
  const isOwn = overlap(principalsOf(actor), involvement.involved)
  const barrier = findReviewBarrier(actor, { ...claim, ...involvement }, action)
  // The endpoint declares the roles, and each action has its own sentence for a claim that is decided. Contributors get
  // theirs first.
  const refused = isOwn && !involvement.self_decision ? 'hand' : barrier
  if (refused && refused !== 'over' && refused !== 'role') throw new Refusal('forbidden_resource', forbidden[refused])
  return { claim, isOwn, needed: involvement.needed }
}

const lockReviewable = async (change: Change, { claimId, decision, reviewedDigest }: Review) => {
  const { tx } = change
  const { claim, isOwn, needed } = await lockForReviewer(change, claimId, decision)
  const status = statusAfter(claimFlow, claim.status, decision)
  if (!status)
    throw new Refusal(
      'unprocessable',
      sentence`claim.not_submitted: The claim is ${{ status: claim.status }}; only a submitted claim can be reviewed.`,
    )
  const attachments = await tx.query(attachmentsOfClaim, { claimId })
  const questions = await tx.query(questionsOfClaim, { claimId })
  if (digestForReview(claim, attachments, answersForReview(questions)) !== reviewedDigest)
    throw new Refusal(
      'unprocessable',
      sentence`claim.changed: The claim or its attachments changed since you read them; read the claim again, then decide.`,
    )
  return { claim, status, isOwn, needed }
}

/** Reads the approvals that still hold for the digest, and voids the others. */
const readInForce = async (change: Change, { claimId, reviewedDigest }: Review): Promise<ApprovalRow[]> => {
  const rows = await change.tx.query(approvalsOfClaim, { claimId })
  const open = rows.filter(({ voided_at }) => voided_at === null)
  const inForce: ApprovalRow[] = []
  for (const row of open) {
    const reason = whyVoid(row, reviewedDigest)
    if (reason) await voidOne(change, row.id, reason)
    else inForce.push(row)
  }
  return inForce
}

const decide = async (change: Change, review: Review): Promise<Rendered> => {
  const { actor, now, ids, tx, reason } = change
  const { claim, status, isOwn, needed } = await lockReviewable(change, review)
  const { claimId, decision, reviewedDigest } = review
  const hasApprovals = claim.approvers.length > 0
  const inForce = decision === 'approve' && hasApprovals ? await readInForce(change, review) : []
  if (decision === 'approve' && inForce.length + 1 < needed)
    return recordApproval(change, { id: claimId, claim, reviewedDigest, isOwn, inForce, needed })
  const reviewed = { ...readRecord(Claim, claim.record), status, updatedAt: iso(now) }
  const record = renderClaim(reviewed)
  tx.write(updateClaim, { id: claimId, status, record })
  const decisionRow = {
    id: ids.next('rvd', now),
    claimId,
    reviewerId: actor.id,
    decision: status,
    reason,
    reviewedDigest,
    decidedAt: iso(now),
    selfDecided: isOwn,
  }
  tx.write(insertReviewDecision, decisionRow)
  if (status === 'accepted' && reviewed.evidenceRequirementId) {
    const until = Math.max(1, Date.parse(reviewed.validUntil))
    tx.write(recordAcceptance, { id: reviewed.evidenceRequirementId, until, claimId })
  }
  change.emit(claimEvents[decision], { claim: record })
  const { question_id: questionId } = claim
  if (questionId && (status === 'accepted' || status === 'rejected'))
    await closeOpenQuestion(change, { id: claimId, questionId }, { status: 'ended', endedBy: status })
  const content = claimContent({ ...claim, ...noQuestion })
  change.audit(claimId, { before: claim.record, after: record, content, ...(isOwn && { detail: selfDecided }) })
  change.audit(decisionRow.id, { action: 'evidence.decision.create', content: decisionRow })
  return new Rendered(record)
}

const ReviewedClaim = Type.Object(
  {
    ...Claim.properties,
    approvals: Type.Optional(
      Type.Object(
        { given: Type.Integer({ minimum: 1 }), needed: Type.Integer({ minimum: 2 }) },
        { description: 'Present if the claim needs further approvals by other people; it is still submitted.' },
      ),
    ),
  },
  { title: 'ReviewedEvidenceClaim' },
)

/**
 * Creates the endpoint that approves or rejects a claim (interface section 3.2). Open points "Evidence" define the
 * four-eyes rule and the digest. Of several approvals, only the last accepts the claim (decision 164).
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
    response: ReviewedClaim,
    errors: ['not_found', 'forbidden_resource', 'unprocessable'],
    run: (change, { params, body }) =>
      decide(change, { claimId: params.claimId, decision, reviewedDigest: body.reviewedDigest }),
  })
