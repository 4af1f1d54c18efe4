import { Type } from 'typebox'
import { nullable, statement, text } from '#db/statement.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { reassign } from '#http/notify.ts'
import { Rendered } from '#http/rendered.ts'
import { Line, Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findAnswerer } from './answerer.ts'
import { Claim, claimContent, claimEvents } from './claim.ts'
import { decidingRoles } from './four-eyes.ts'
import { countFilesOfClaim, insertQuestion, maxQuestions, questionsOfClaim } from './question.ts'
import { lockForReviewer } from './review-claim.ts'

const setQuestion = statement(
  'set_question_of_claim',
  { id: text, questionId: text, answererId: nullable(text), reviewerId: text },
  `update evidence_claim set question_id = :questionId, answerer_id = :answererId, reviewer_id = :reviewerId
    where organization_id = :organization and id = :id`,
)

/**
 * Asks the submitter of a claim for more. The claim stays submitted and goes to the caller, so that the answer returns
 * to them. Others may still decide it.
 */
export const askAboutClaim = changeEndpoint({
  name: 'askAboutClaim',
  summary: 'Ask the submitter of a claim for more',
  tag: 'Review',
  method: 'POST',
  workspace: { path: '/claims/{claimId}/ask', roles: decidingRoles },
  status: 200,
  action: 'evidence.claim.ask',
  params: Type.Object({ claimId: Reference('gec') }),
  body: Type.Object({ question: Line(2000, 'The question to the submitter.') }),
  response: Claim,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { claimId }, body: { question } }) {
    const { actor, now, ids, tx } = change
    const { claim } = await lockForReviewer(change, claimId, 'ask')
    if (claim.status !== 'submitted')
      throw new Refusal(
        'unprocessable',
        sentence`claim.not_askable: The claim is ${{ status: claim.status }}; only a submitted claim can be asked about.`,
      )
    if (claim.question_id)
      throw new Refusal(
        'unprocessable',
        sentence`claim.question_open: A question about this claim is open; wait for its answer, or have it withdrawn.`,
      )
    const questions = await tx.query(questionsOfClaim, { claimId })
    if (questions.length >= maxQuestions)
      throw new Refusal(
        'unprocessable',
        sentence`claim.too_many_questions: This claim had ${{ limit: maxQuestions }} questions, which is the limit; approve or reject it.`,
      )
    const id = ids.next('gcq', now)
    const askedAt = iso(now)
    const [counted] = await tx.query(countFilesOfClaim, { claimId })
    const filesBefore = counted?.files ?? 0
    const [answerer] = await tx.query(findAnswerer, { claimId, createdBy: claim.created_by, askedBy: actor.id })
    const answererId = answerer?.id ?? null
    tx.write(insertQuestion, { id, claimId, askedBy: actor.id, askedAt, question, filesBefore })
    tx.write(setQuestion, { id: claimId, questionId: id, answererId, reviewerId: actor.id })
    reassign(change, claimId, [claim.reviewer_id], [actor.id])
    change.emit(claimEvents.ask, {
      claim: claim.record,
      informationRequest: JSON.stringify({ id, question, createdAt: askedAt }),
    })
    const asked = { question_id: id, answerer_id: answererId, reviewer_id: actor.id }
    const content = claimContent({ ...claim, ...asked })
    const isNewReviewer = claim.reviewer_id !== actor.id
    change.audit(claimId, {
      before: claim.record,
      after: claim.record,
      content,
      ...(isNewReviewer && { detail: `reviewer ${claim.reviewer_id ?? 'none'} → ${actor.id}` }),
    })
    const unanswered = { answeredBy: null, answer: null, files: 0, closedAt: null, endedBy: null }
    change.audit(id, {
      action: 'evidence.question.create',
      content: { id, claimId, status: 'open', askedBy: actor.id, askedAt, question, filesBefore, ...unanswered },
    })
    return new Rendered(claim.record)
  },
})
