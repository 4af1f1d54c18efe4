import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { requireOwner } from '#src/features/evidence/campaigns/require-owner.ts'
import {
  Questionnaire,
  QuestionnaireParams,
  questionnaireRecords,
  questionnaireTag,
  requireQuestionnaireInUse,
} from './questionnaire.ts'
import { questionnaireRound } from './round-kind.ts'

const { title, description, ownerId } = Questionnaire.properties

export const updateQuestionnaire = changing({
  name: 'updateQuestionnaire',
  summary: 'Change the title, description or owner of a questionnaire; its questions change with a new version',
  tag: questionnaireTag,
  method: 'PATCH',
  workspace: { path: '/questionnaires/{questionnaireId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'questionnaire.update',
  params: QuestionnaireParams,
  body: Type.Partial(Type.Object({ title, description, ownerId })),
  response: Questionnaire,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { questionnaireId: id }, body }) {
    const present = await questionnaireRecords.lock(change, id)
    requireQuestionnaireInUse(present.fields)
    if (body.ownerId !== present.fields.ownerId) await requireOwner(change, questionnaireRound, body.ownerId)
    const changed = questionnaireRecords.update(change, present, body)
    change.audit(id, { before: present.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
