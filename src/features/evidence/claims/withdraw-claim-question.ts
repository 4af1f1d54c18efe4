import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { lockOpenQuestion } from './answer-claim-question.ts'
import { Claim, claimContent } from './claim.ts'
import { decidingRoles } from './four-eyes.ts'
import { closeOpenQuestion, noQuestion } from './question.ts'

/** Withdraws the open question about a claim, which then waits for its reviewer again. */
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
    const { actor } = change
    const { claim, questionId, askedBy } = await lockOpenQuestion(change, claimId)
    if (askedBy !== actor.id && actor.role !== 'admin')
      throw new Refusal(
        'forbidden_resource',
        sentence`claim.question_of_other: Only the reviewer who asked, or an administrator, can withdraw the question.`,
      )
    await closeOpenQuestion(change, { id: claimId, questionId }, { status: 'withdrawn' })
    const content = claimContent({ ...claim, ...noQuestion })
    change.audit(claimId, { before: claim.record, after: claim.record, content })
    return new Rendered(claim.record)
  },
})
