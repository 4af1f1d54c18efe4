import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { moved } from '#src/features/evidence/campaigns/publishing.ts'
import { recordQuestionContributor } from './four-eyes.ts'
import { Questions } from './question.ts'
import { questionnaireTag, requireQuestionnaireInUse } from './questionnaire.ts'
import {
  lockAbove,
  maxQuestionBytes,
  QuestionnaireVersion,
  QuestionnaireVersionParams,
  questionnaireVersionFlow,
  questionnaireVersionRecords,
  questionsOf,
} from './questionnaire-version.ts'

const { note } = QuestionnaireVersion.properties

export const updateQuestionnaireVersion = changing({
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
    requireQuestionnaireInUse((await lockAbove(change, versionId)).fields)
    const present = await questionnaireVersionRecords.lock(change, versionId)
    const status = moved(questionnaireVersionFlow, present.fields.status, 'change')
    const written = body.questions && questionsOf(body.questions)
    const said = body.note === undefined ? {} : { note: body.note }
    const changed = questionnaireVersionRecords.update(
      change,
      present,
      { status, ...said, ...written?.fields },
      written?.beside,
    )
    const { content } = await recordQuestionContributor(change, versionId)
    change.audit(versionId, { before: present.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
