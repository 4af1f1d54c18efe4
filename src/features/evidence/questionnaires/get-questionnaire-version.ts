import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { etagOf, versionField } from '#http/version.ts'
import { findQuestionnaireVersion } from './queries.ts'
import { parseQuestions, Question } from './question.ts'
import { questionnaireTag } from './questionnaire.ts'
import { lockedVersion, QuestionnaireVersionParams } from './questionnaire-version.ts'
import { ListedVersion, renderVersion } from './show-version.ts'

const WorkspaceVersion = Type.Object(
  {
    ...ListedVersion.properties,
    title: Type.String({ description: 'The title of the questionnaire.' }),
    questions: Type.Array(Question),
    ...versionField,
  },
  { title: 'WorkspaceQuestionnaireVersion' },
)

export const getQuestionnaireVersion = readEndpoint({
  name: 'getQuestionnaireVersion',
  summary: 'Get a version of a questionnaire with its questions',
  tag: questionnaireTag,
  workspace: { path: '/questionnaire-versions/{versionId}', roles: [...roles] },
  params: QuestionnaireVersionParams,
  response: WorkspaceVersion,
  version: lockedVersion,
  errors: ['not_found'],
  async run(call, { params: { versionId: id } }) {
    const row = firstOrNotFound(await call.read(findQuestionnaireVersion, { id }), 'questionnaire version')
    const { title, questions } = row
    return {
      ...renderVersion(row, call.actor),
      title,
      questions: parseQuestions(questions),
      etag: etagOf(row.record, questions),
    }
  },
})
