import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { etagOf, recordVersion, versioned } from '#http/version.ts'
import { findQuestionnaire } from './queries.ts'
import { QuestionnaireParams, questionnaireTag } from './questionnaire.ts'
import { renderQuestionnaire, WorkspaceQuestionnaire } from './show-questionnaire.ts'

export const getQuestionnaire = reading({
  name: 'getQuestionnaire',
  summary: 'Get one questionnaire',
  tag: questionnaireTag,
  workspace: { path: '/questionnaires/{questionnaireId}', roles: [...roles] },
  params: QuestionnaireParams,
  response: WorkspaceQuestionnaire,
  version: recordVersion('questionnaire'),
  errors: ['not_found'],
  async run(call, { params }) {
    const row = oneOr404(await call.read(findQuestionnaire, { id: params.questionnaireId }), 'questionnaire')
    return versioned(renderQuestionnaire(row), etagOf(row.record))
  },
})
