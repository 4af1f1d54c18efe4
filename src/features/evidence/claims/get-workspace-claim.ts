import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Id, Nullable, Reference, Snapshot, Timestamp } from '#http/schema.ts'
import { etagOf, versioned, versionField } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { possible } from '#lib/flow.ts'
import { Attachment } from '#src/features/evidence/attachments/attachment.ts'
import { isClaimOnHold, retentionOfClaim } from '#src/features/evidence/attachments/retention-queries.ts'
import { findWaitingFor } from './answerer.ts'
import { approvalsOfClaim } from './approval.ts'
import { acceptsFiles, Claim, claimFlow } from './claim.ts'
import { checkReviewEligibility, reviewEligibility } from './four-eyes.ts'
import { findInvolved, listDeciders, maxDeciders } from './four-eyes-queries.ts'
import { attachmentsOfClaim, findClaim, findClaimNames, findDecision, lockClaim } from './queries.ts'
import { answersForReview, maxQuestions, questionsOfClaim } from './question.ts'
import { digestForReview } from './reviewed-digest.ts'
import { ClaimApprovals, ClaimQuestion, showApprovals, showQuestions, waitingFor } from './rounds.ts'

/** The creator and the reviewer of a claim. */
export const claimPeople = {
  createdBy: Type.String({ description: 'A person or a service account.' }),
  createdByName: Nullable(Type.String()),
  reviewerId: Nullable(Reference('prs')),
  reviewerName: Nullable(Type.String()),
}

const Decision = Type.Object(
  {
    reviewerId: Reference('prs'),
    reviewerName: Type.String(),
    decision: Type.Enum(['accepted', 'rejected']),
    reason: Type.String(),
    reviewedDigest: Type.String(),
    decidedAt: Timestamp,
    selfDecided: Type.Boolean({
      description:
        'Whether the reviewer contributed to the claim. An administrator must have allowed this for the workspace.',
    }),
  },
  { title: 'ReviewDecision' },
)

/** Whether the caller may decide the claim, and the people who may. */
const Review = Type.Object(
  {
    ...reviewEligibility,
    deciders: Type.Array(Type.Object({ id: Id('prs'), name: Type.String() }), {
      description: `Up to ${maxDeciders} people who can decide claims and did not contribute to this one.`,
    }),
  },
  { title: 'ClaimReview' },
)

/** The reasons that prevent the removal of the claim's files. */
const Retention = Type.Object(
  {
    held: Type.Boolean({ description: 'Whether a hold on this claim or the whole workspace is in force.' }),
    files: Type.Array(Type.Object({ artifactId: Id('art'), retainUntil: Timestamp }), {
      description: 'Files with a retention period, each with its end.',
    }),
  },
  { title: 'ClaimRetention' },
)

/** Returns the claim's ETag for changes. A decision also sends the digest of the claim that the reviewer saw. */
export const claimEtag = ({ record, reviewer_id }: { record: string; reviewer_id: string | null }): string =>
  etagOf(record, reviewer_id)

/** The claim in the workspace: all fields a reviewer needs, and the digest of what they see. */
const WorkspaceClaim = Type.Object(
  {
    ...Claim.properties,
    sourceSnapshot: Snapshot('Details that identify the source.'),
    claimSnapshot: Snapshot('Summary of the claim content.'),
    attachments: Type.Array(Attachment),
    ...claimPeople,
    reviewedDigest: Type.String({ description: 'SHA-256 of the claim as shown here; send it with the decision.' }),
    decision: Type.Optional(Decision),
    review: Review,
    waitingFor,
    questions: Type.Array(ClaimQuestion, {
      description: `The questions to the submitter, oldest first; ${maxQuestions} at most.`,
    }),
    mayAsk: Type.Boolean({ description: 'Whether the caller may ask the submitter for more now.' }),
    mayAnswer: Type.Boolean({ description: 'Whether the caller may answer the open question.' }),
    mayWithdrawQuestion: Type.Boolean({ description: 'Whether the caller may withdraw the open question.' }),
    approvals: ClaimApprovals,
    retention: Retention,
    actions: Type.Array(Type.String(), { description: "The actions that the claim's status allows now." }),
    uploads: Nullable(
      Type.Object(
        { maxBytes: Type.Integer({ description: 'The maximum size of one file, in bytes.' }) },
        { description: 'The limits for files to attach; null if the claim accepts no files now.' },
      ),
    ),
    ...versionField,
  },
  { title: 'WorkspaceClaim' },
)

export const getWorkspaceClaim = readEndpoint({
  name: 'getWorkspaceClaim',
  summary: 'Get a claim with its snapshots, attachments, reviewer and decision',
  tag: 'Review',
  workspace: { path: '/claims/{claimId}', roles: [...roles] },
  params: Type.Object({ claimId: Reference('gec') }),
  response: WorkspaceClaim,
  async version({ tx }, id) {
    const [claim] = await tx.query(lockClaim, { id })
    return claim && { etag: claimEtag(claim), resourceId: id }
  },
  errors: ['not_found'],
  async run(call, { params }) {
    const { claimId } = params
    const [[claim], [names], attachments, [decision], [involvement], deciders, [hold], retainedFiles, ...rounds] =
      await Promise.all([
        call.read(findClaim, { id: claimId }),
        call.read(findClaimNames, { id: claimId }),
        call.read(attachmentsOfClaim, { claimId }),
        call.read(findDecision, { claimId }),
        call.read(findInvolved, { id: claimId }),
        call.read(listDeciders, { id: claimId }),
        call.read(isClaimOnHold, { claimId }),
        call.read(retentionOfClaim, { claimId }),
        call.read(questionsOfClaim, { claimId }),
        call.read(approvalsOfClaim, { claimId }),
        call.read(findWaitingFor, { id: claimId }),
      ])
    if (!claim) throw notFound('evidence claim')
    const [questions, approvals, [waiting]] = rounds
    const reviewedDigest = digestForReview(claim, attachments, answersForReview(questions))
    const viewFields = {
      createdBy: claim.created_by,
      createdByName: names?.created_by_name ?? null,
      reviewerId: claim.reviewer_id,
      reviewerName: names?.reviewer_name ?? null,
      reviewedDigest,
      decision: decision && {
        reviewerId: decision.reviewer_id,
        reviewerName: decision.reviewer_name,
        decision: decision.decision,
        reason: decision.reason,
        reviewedDigest: decision.reviewed_digest,
        decidedAt: iso(decision.decided_at.getTime()),
        selfDecided: decision.self_decided,
      },
      review: { ...checkReviewEligibility(call.actor, { ...claim, ...involvement }), deciders },
      waitingFor: waiting?.waiting_for ?? null,
      ...showQuestions(call.actor, { ...claim, ...involvement }, questions, waiting),
      approvals: showApprovals(approvals, reviewedDigest, {
        needed: involvement?.needed ?? claim.reviewers_required,
        status: claim.status,
        isAccepted: decision?.decision === 'accepted',
      }),
      retention: {
        held: hold?.held ?? false,
        files: retainedFiles.map(file => ({
          artifactId: file.artifact_id,
          retainUntil: iso(file.retain_until.getTime()),
        })),
      },
      actions: possible(claimFlow, claim.status).filter(action => action !== 'expire'),
      uploads: acceptsFiles(claim) ? { maxBytes: call.settings.maxUploadBytes } : null,
      etag: claimEtag(claim),
    }
    const rendered = [
      claim.record.slice(1, -1),
      `"sourceSnapshot":${claim.source_snapshot}`,
      `"claimSnapshot":${claim.claim_snapshot}`,
      `"attachments":[${attachments.map(attachment => attachment.record).join(',')}]`,
      JSON.stringify(viewFields).slice(1, -1),
    ]
    return versioned(`{${rendered.join(',')}}`, viewFields.etag)
  },
})
