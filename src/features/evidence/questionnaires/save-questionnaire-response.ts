import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { Answers } from './answers.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireResponse } from './questionnaire-response.ts'
import { RoundParams } from './questionnaire-round.ts'
import { writeResponse } from './write-response.ts'

/** Saves only the caller's own answers. */
export const saveQuestionnaireResponse = changeEndpoint({
  name: 'saveQuestionnaireResponse',
  summary: "Save a draft of all of the caller's answers to a round",
  tag: questionnaireTag,
  method: 'PATCH',
  workspace: { path: '/questionnaire-rounds/{roundId}/response', roles: [...roles] },
  status: 200,
  action: 'questionnaire.response.save',
  reason: false,
  params: RoundParams,
  body: Type.Object({ answers: Answers }),
  response: QuestionnaireResponse,
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(change, { params: { roundId }, body: { answers } }) {
    return new Rendered(await writeResponse(change, roundId, { answers, status: 'draft' }))
  },
})
