import { type Static, Type } from 'typebox'
import { bound, fieldsOf, parsed } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Nullable, Reference, Timestamp } from '#http/schema.ts'
import { QuestionnaireRound } from './questionnaire-round.ts'

/** A person's response: a draft until they submit it. The answers are stored next to the record. */
export const QuestionnaireResponse = Type.Object(
  {
    roundId: Reference('gqr'),
    personId: Reference('prs'),
    versionId: Reference('gqv'),
    versionDigest: QuestionnaireRound.properties.versionDigest,
    status: Type.Enum(['draft', 'submitted'], { description: 'A submitted response can no longer be changed.' }),
    savedAt: Timestamp,
    submittedAt: Nullable(Timestamp),
  },
  { title: 'QuestionnaireResponse' },
)

export type QuestionnaireResponse = Static<typeof QuestionnaireResponse>

export const renderResponse = renderer(QuestionnaireResponse)

export const boundResponses = bound({
  table: 'questionnaire_response',
  key: ['round_id', 'person_id'],
  prefix: 'gqr',
  content: { answers: parsed },
  repeats: fieldsOf('roundId', 'personId', 'status'),
})
