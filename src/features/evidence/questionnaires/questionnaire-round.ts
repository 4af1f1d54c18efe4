import { type Static, Type } from 'typebox'
import { nullable, texts } from '#db/statement.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireVersion } from './questionnaire-version.ts'

const Count = Nullable(Type.Integer({ minimum: 0 }))

/** A round that asks people to answer a published version by a due date. It ends in one claim. */
export const QuestionnaireRound = Type.Object(
  {
    id: Id('gqr'),
    questionnaireId: Reference('gqn'),
    questionnaireKey: Line(200, "The questionnaire's key when the round began."),
    title: Line(500, "The questionnaire's title when the round began."),
    versionId: Reference('gqv'),
    versionNumber: Type.Integer({ minimum: 1 }),
    versionDigest: QuestionnaireVersion.properties.questionsDigest,
    requirementId: Reference('ger'),
    status: Type.Enum(['running', 'ended', 'cancelled']),
    dueAt: Timestamp,
    startedBy: Reference('prs'),
    endedAt: Nullable({ ...Timestamp, description: 'When the round ended or was cancelled.' }),
    claimId: Nullable(Reference('gec')),
    submitted: { ...Count, description: 'How many of the people asked at the end had submitted.' },
    asked: { ...Count, description: 'How many people the round asked at its end.' },
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'QuestionnaireRound' },
)

export type QuestionnaireRound = Static<typeof QuestionnaireRound>

export const questionnaireRounds = family({
  name: 'QuestionnaireRound',
  label: 'questionnaire round',
  prefix: 'gqr',
  table: 'questionnaire_round',
  plural: 'rounds',
  record: QuestionnaireRound,
  columns: ['questionnaireId', 'versionId', 'requirementId', 'status', 'dueAt', 'startedBy', 'claimId'],
  beside: { roles: nullable(texts), personIds: nullable(texts), askedIds: texts },
  sorts: ['title', 'status', 'dueAt'],
  filters: ['questionnaireId', 'status'],
  tag: questionnaireTag,
  roles: [...roles],
  list: { workspace: '/questionnaire-rounds' },
})

export const roundRecords = records(questionnaireRounds)

export const RoundParams = Type.Object({ roundId: Reference('gqr') })
