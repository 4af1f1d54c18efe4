import { paged } from '#family/paged.ts'
import { roles } from '#http/access.ts'
import { selectQuestionnaireVersions } from './queries.ts'
import { QuestionnaireParams, questionnaire, questionnaireTag } from './questionnaire.ts'
import { ListedVersion, renderVersion } from './show-version.ts'

export const listQuestionnaireVersions = paged({
  name: 'listQuestionnaireVersions',
  summary: 'List the versions of a questionnaire and whether the caller may publish them, newest first',
  tag: questionnaireTag,
  workspace: { path: '/questionnaires/{questionnaireId}/versions', roles: [...roles] },
  params: QuestionnaireParams,
  plural: 'versions',
  of: ListedVersion,
  find: (call, { questionnaireId }) => questionnaire.find(call, questionnaireId),
  read: (call, page) => call.read(selectQuestionnaireVersions, page),
  show: (row, call) => renderVersion(row, call.actor),
})
