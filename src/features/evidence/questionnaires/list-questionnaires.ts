import { listing } from '#family/listing.ts'
import { roles } from '#http/access.ts'
import { besideQuestionnaire, type QuestionnaireRow } from './queries.ts'
import { questionnaires } from './questionnaire.ts'
import { renderQuestionnaire, WorkspaceQuestionnaire } from './show-questionnaire.ts'

export const listQuestionnaires = listing<QuestionnaireRow>({
  ...questionnaires,
  name: 'listQuestionnaires',
  of: 'workspace_questionnaire',
  surfaces: { workspace: { path: '/questionnaires', roles: [...roles] } },
  select: `id, record, ${besideQuestionnaire}`,
  response: WorkspaceQuestionnaire,
  render: async () => renderQuestionnaire,
  with: 'their owner and current version',
})
