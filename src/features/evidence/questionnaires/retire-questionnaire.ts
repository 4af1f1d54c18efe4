import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { requireNone } from '#src/features/evidence/campaigns/start.ts'
import {
  Questionnaire,
  QuestionnaireParams,
  questionnaireRecords,
  questionnaireTag,
  requireQuestionnaireInUse,
} from './questionnaire.ts'
import { questionnaireRound } from './round-kind.ts'

export const retireQuestionnaire = changing({
  name: 'retireQuestionnaire',
  summary: 'Permanently retire a questionnaire that is no longer used',
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaires/{questionnaireId}/retire', roles: ['admin'] },
  status: 200,
  action: 'questionnaire.retire',
  params: QuestionnaireParams,
  response: Questionnaire,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { questionnaireId: id } }) {
    const present = await questionnaireRecords.lock(change, id)
    requireQuestionnaireInUse(present.fields)
    await requireNone(change, questionnaireRound, id)
    const changed = questionnaireRecords.update(change, present, { status: 'retired' })
    change.audit(id, { before: present.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
