import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { moveDue, startFields } from '#src/features/evidence/campaigns/start.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireRound, RoundParams, roundRecords } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

export const updateQuestionnaireRound = changing({
  name: 'updateQuestionnaireRound',
  summary: 'Move the due date of a round; if it could not end, it is tried again then',
  tag: questionnaireTag,
  method: 'PATCH',
  workspace: { path: '/questionnaire-rounds/{roundId}', roles: ['admin'] },
  status: 200,
  action: 'questionnaire.round.update',
  params: RoundParams,
  body: Type.Object({ dueAt: startFields.dueAt }),
  response: QuestionnaireRound,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { roundId: id }, body }) {
    const present = await roundRecords.lock(change, id)
    const dueAt = moveDue(change, questionnaireRound, present.fields, body)
    const changed = roundRecords.update(change, present, { dueAt })
    change.audit(id, { before: present.record, after: changed.record, content: changed.beside })
    return new Rendered(changed.record)
  },
})
