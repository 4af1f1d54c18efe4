import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { recordQuestionContributor } from './four-eyes.ts'
import { findLastQuestionnaireNumber } from './queries.ts'
import { Questions } from './question.ts'
import { QuestionnaireParams, questionnaires, questionnaireTag, requireQuestionnaireInUse } from './questionnaire.ts'
import {
  maxQuestionBytes,
  prepareQuestions,
  QuestionnaireVersion,
  questionnaireVersionRecords,
} from './questionnaire-version.ts'

export const createQuestionnaireVersion = changeEndpoint({
  name: 'createQuestionnaireVersion',
  summary: 'Write a version of a questionnaire, for another person to publish',
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaires/{questionnaireId}/versions', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'questionnaire.version.create',
  maxBytes: maxQuestionBytes,
  params: QuestionnaireParams,
  body: Type.Object({ note: Type.Optional(QuestionnaireVersion.properties.note), questions: Questions }),
  response: QuestionnaireVersion,
  errors: ['not_found', 'conflict', 'payload_too_large', 'unprocessable'],
  conflicts: {
    questionnaire_version_open: sentence`questionnaire.version_unpublished: The questionnaire already has an unpublished version; publish or withdraw it first.`,
  },
  async run(change, { params: { questionnaireId }, body }) {
    const questionnaire = await questionnaires.records.lock(change, questionnaireId)
    requireQuestionnaireInUse(questionnaire.fields)
    const { fields, beside } = prepareQuestions(body.questions)
    const { number } = firstOrNotFound(
      await change.read(findLastQuestionnaireNumber, { questionnaireId }),
      'questionnaire',
    )
    const unpublished = { publishedBy: null, publishedAt: null }
    const initial = {
      number: number + 1,
      note: body.note ?? null,
      status: 'draft',
      writtenBy: change.actor.id,
    } as const
    const row = questionnaireVersionRecords.insert(
      change,
      { questionnaireId, ...initial, ...fields, ...unpublished },
      beside,
    )
    const { content } = await recordQuestionContributor(change, row.id)
    change.audit(row.id, { after: row.record, content })
    return new Rendered(row.record)
  },
})
