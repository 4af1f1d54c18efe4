import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { selectQuestionnaireVersions } from './queries.ts'
import { QuestionnaireParams, questionnaire, questionnaireTag } from './questionnaire.ts'
import { ListedVersion, renderVersion } from './show-version.ts'

const endpoint = 'listQuestionnaireVersions'

export const listQuestionnaireVersions = reading({
  name: endpoint,
  summary: 'List the versions of a questionnaire and whether the reader may publish them, newest first',
  tag: questionnaireTag,
  workspace: { path: '/questionnaires/{questionnaireId}/versions', roles: [...roles] },
  params: QuestionnaireParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ versions: Type.Array(ListedVersion), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { questionnaireId }, query }) {
    await questionnaire.find(call, questionnaireId)
    return answerPage(call, {
      endpoint,
      plural: 'versions',
      read: page => call.read(selectQuestionnaireVersions, { ...page, questionnaireId }),
      filters: { questionnaireId },
      query,
      render: row => JSON.stringify(renderVersion(row, call.actor)),
    })
  },
})
