import { Type } from 'typebox'
import { number, type RowOf, statement, text } from '#db/statement.ts'
import { currentRow } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { reassign } from '#http/notify.ts'
import { Rendered } from '#http/rendered.ts'
import { Line, Reference } from '#http/schema.ts'
import { idFloor } from '#lib/ids.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { answeringRoles, checkMayAnswer } from './answerer.ts'
import { voidApprovals } from './approval.ts'
import { Claim, claims } from './claim.ts'
import { assignReviewer, type ClaimRow, lockClaim } from './queries.ts'
import { closeOpenQuestion } from './question.ts'
import { recordContributors } from './record-contributors.ts'
import { describeRerouting, routeClaim } from './route-claim.ts'

/** The maximum number of files to count for an answer. */
const maxFiles = 1000

const findOpenQuestion = statement(
  'find_open_question',
  { id: text },
  'select asked_by, asked_at, files_before from claim_question where organization_id = :organization and id = :id',
)

const countFilesAfter = statement(
  'count_files_after_question',
  { claimId: text, after: text, filesBefore: number, limit: number },
  `select count(*)::int as files from (
     select from attachment_link
      where organization_id = :organization and claim_id = :claimId and id > :after
     offset :filesBefore limit :limit) l`,
)

type OpenQuestion = RowOf<typeof findOpenQuestion>

/**
 * The files that the claim got since the question, from the number of files at that time: the id of a file dates from
 * the start of its upload. Questions of earlier releases do not have that number.
 */
const filesSince = ({ asked_at: askedAt, files_before: filesBefore }: OpenQuestion) => ({
  after: filesBefore === null ? idFloor('arl', askedAt.getTime()) : '',
  filesBefore: filesBefore ?? 0,
})

const findReviewerOfClaim = statement(
  'find_reviewer_who_sees_claim',
  { claimId: text, reviewerId: text },
  `select p.id from person p join evidence_claim c on c.organization_id = p.organization_id
    where p.organization_id = :organization and p.id = :reviewerId and c.id = :claimId
      and p.role in ('admin', 'reviewer') and not p.disabled
      and (p.unit_ids is null or c.unit_id is null or c.unit_id = any (p.unit_ids))`,
)

/**
 * Gives an answered claim to another reviewer if its own can no longer decide it, so that it does not wait for a person
 * who never sees the answer. Returns the detail of the audit row.
 */
const replaceReviewer = async (change: Change, claimId: string, claim: ClaimRow): Promise<string | undefined> => {
  const { tx, actor } = change
  const { reviewer_id: before, created_by, makers } = claim
  const hands = principalsOf(actor)
  // The claim of a reviewer who contributes was rerouted already.
  if (before === null || hands.includes(before)) return undefined
  const [reviewer] = await tx.query(findReviewerOfClaim, { claimId, reviewerId: before })
  if (reviewer) return undefined
  const reviewerId = await routeClaim(change, {
    preferredId: null,
    unitId: claim.unit_id,
    involved: [created_by, ...makers, ...hands, before],
  })
  tx.write(assignReviewer, { id: claimId, reviewerId })
  reassign(change, claimId, [before], reviewerId ? [reviewerId] : [])
  return describeRerouting(before, reviewerId)[0]
}

/** Locks a claim with an open question, and reads the question. Throws a 422 if none is open. */
export const lockOpenQuestion = async ({ tx }: Change, claimId: string) => {
  const claim = firstOrNotFound(await tx.query(lockClaim, { id: claimId }), 'evidence claim')
  const { question_id: questionId } = claim
  if (!questionId)
    throw new Refusal('unprocessable', sentence`claim.no_open_question: No question about this claim is open.`)
  const question = firstOrNotFound(await tx.query(findOpenQuestion, { id: questionId }), 'question')
  return { claim, questionId, question }
}

/**
 * Answers the open question about a claim, with a text, with the files that were attached since, or both. The caller
 * becomes a contributor to the claim, because reviewers rely on the answer. It returns to the reviewer who asked, or to
 * another one if they can no longer decide it.
 */
export const answerClaimQuestion = changeEndpoint({
  name: 'answerClaimQuestion',
  summary: 'Answer the open question about a claim',
  tag: 'Review',
  method: 'POST',
  workspace: { path: '/claims/{claimId}/answer', roles: [...answeringRoles] },
  status: 200,
  action: 'evidence.claim.answer',
  params: Type.Object({ claimId: Reference('gec') }),
  body: Type.Object({
    answer: Type.Optional(Line(4000, 'The answer. Optional if files were attached since the question.')),
  }),
  response: Claim,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { claimId }, body: { answer = null } }) {
    const { actor, tx } = change
    const { claim, questionId, question } = await lockOpenQuestion(change, claimId)
    if (!checkMayAnswer(actor, { ...claim, asked_by: question.asked_by }))
      throw new Refusal(
        'forbidden_resource',
        sentence`claim.not_yours_to_answer: The submitter, an administrator or a contributor answers this question, not the reviewer who asked it.`,
      )
    const [counted] = await tx.query(countFilesAfter, { claimId, ...filesSince(question), limit: maxFiles })
    const files = counted?.files ?? 0
    if (answer === null && files === 0)
      throw new Refusal('unprocessable', sentence`claim.answer_empty: Write an answer or attach a file first.`)
    await recordContributors(change, { ...claim, id: claimId })
    await voidApprovals(change, { ...claim, id: claimId })
    const detail = await replaceReviewer(change, claimId, claim)
    await closeOpenQuestion(
      change,
      { id: claimId, questionId },
      { status: 'answered', answeredBy: actor.id, answer, files },
    )
    const { record, content } = await currentRow(tx, claims.bound, claimId)
    change.audit(claimId, { before: record, after: record, content, ...(detail && { detail }) })
    return new Rendered(record)
  },
})
