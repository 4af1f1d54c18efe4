import { Type } from 'typebox'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { type DocumentRecord, versionedDocument } from '#src/features/evidence/campaigns/document.ts'
import { questionnaireRound } from './round-kind.ts'

export const questionnaireTag = 'Questionnaires'

/** A set of questions for people. The current version contains the questions. */
export const questionnaire = versionedDocument({
  name: 'Questionnaire',
  prefix: 'gqn',
  versionPrefix: 'gqv',
  tag: questionnaireTag,
  choice: 'questionnaire',
  campaigns: questionnaireRound,
  next: 'write its first version',
  retired: sentence`questionnaire.retired: The questionnaire is retired and can no longer be changed.`,
})

export const questionnaires = questionnaire.document

export const { requireInUse: requireQuestionnaireInUse } = questionnaire

export type Questionnaire = DocumentRecord<typeof questionnaire>

export const QuestionnaireParams = Type.Object({ questionnaireId: Reference('gqn') })
