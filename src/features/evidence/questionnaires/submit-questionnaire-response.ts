import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { Answers } from './answers.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireResponse } from './questionnaire-response.ts'
import { RoundParams } from './questionnaire-round.ts'
import { writeResponse } from './write-response.ts'

/** Submits only the caller's own answers, and only once. */
export const submitQuestionnaireResponse = changeEndpoint({
  name: 'submitQuestionnaireResponse',
  summary: "Submit the caller's own answers to a round; submitted answers can no longer be changed",
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaire-rounds/{roundId}/response/submit', roles: [...roles] },
  status: 200,
  action: 'questionnaire.response.submit',
  reason: false,
  params: RoundParams,
  body: Type.Object({ answers: Answers }),
  response: QuestionnaireResponse,
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(change, { params: { roundId }, body: { answers } }) {
    return new Rendered(await writeResponse(change, roundId, { answers, status: 'submitted' }))
  },
})
