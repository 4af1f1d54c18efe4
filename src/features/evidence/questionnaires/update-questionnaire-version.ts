import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { nextVersionStatus } from '#src/features/evidence/campaigns/publishing.ts'
import { recordQuestionContributor } from './four-eyes.ts'
import { Questions } from './question.ts'
import { questionnaireTag, requireQuestionnaireInUse } from './questionnaire.ts'
import {
  lockQuestionnaireOf,
  maxQuestionBytes,
  prepareQuestions,
  QuestionnaireVersion,
  QuestionnaireVersionParams,
  questionnaireVersionFlow,
  questionnaireVersionRecords,
} from './questionnaire-version.ts'

const { note } = QuestionnaireVersion.properties

export const updateQuestionnaireVersion = changeEndpoint({
  name: 'updateQuestionnaireVersion',
  summary: 'Change the questions of a draft; people who change them cannot publish it',
  tag: questionnaireTag,
  method: 'PATCH',
  workspace: { path: '/questionnaire-versions/{versionId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'questionnaire.version.update',
  maxBytes: maxQuestionBytes,
  params: QuestionnaireVersionParams,
  body: Type.Object({ note: Type.Optional(note), questions: Type.Optional(Questions) }),
  response: QuestionnaireVersion,
  errors: ['not_found', 'payload_too_large', 'unprocessable'],
  async run(change, { params: { versionId }, body }) {
    requireQuestionnaireInUse((await lockQuestionnaireOf(change, versionId)).fields)
    const current = await questionnaireVersionRecords.lock(change, versionId)
    const status = nextVersionStatus(questionnaireVersionFlow, current.fields.status, 'change')
    const prepared = body.questions && prepareQuestions(body.questions)
    const noteChange = body.note === undefined ? {} : { note: body.note }
    const changed = questionnaireVersionRecords.update(
      change,
      current,
      { status, ...noteChange, ...prepared?.fields },
      prepared?.beside,
    )
    const { content } = await recordQuestionContributor(change, versionId)
    change.audit(versionId, { before: current.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
