import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { etagOf, recordVersion, versioned } from '#api/version.ts'
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
