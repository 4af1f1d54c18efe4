import { type Static, Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { sorted } from '#family/bound.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, invalidFields } from '#http/errors.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import type { Version } from '#http/version.ts'
import type { Flow } from '#lib/flow.ts'
import { sha256Hex } from '#lib/hash.ts'
import { type Questions, readQuestions, renderQuestions } from './question.ts'
import { questionnaires, questionnaireTag } from './questionnaire.ts'

/** A version of a questionnaire. Its questions are stored next to the record. */
export const QuestionnaireVersion = Type.Object(
  {
    id: Id('gqv'),
    questionnaireId: Id('gqn'),
    number: Type.Integer({
      minimum: 1,
      description: "The version's number within the questionnaire; withdrawn versions keep theirs.",
    }),
    note: Nullable(Line(2000, 'The changes in this version.')),
    status: Type.Enum(['draft', 'published', 'withdrawn']),
    questionCount: Type.Integer({ minimum: 1 }),
    questionsDigest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the questions, hexadecimal.' }),
    writtenBy: Reference('prs'),
    publishedBy: Nullable(Reference('prs')),
    publishedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'QuestionnaireVersion' },
)

export type QuestionnaireVersion = Static<typeof QuestionnaireVersion>

/** `published` and `withdrawn` are final. */
export const questionnaireVersionFlow = {
  change: { from: ['draft'], to: 'draft' },
  publish: { from: ['draft'], to: 'published' },
  withdraw: { from: ['draft'], to: 'withdrawn' },
} as const satisfies Flow<QuestionnaireVersion['status'], string>

export const questionnaireVersions = family({
  name: 'QuestionnaireVersion',
  label: 'questionnaire version',
  prefix: 'gqv',
  table: 'questionnaire_version',
  plural: 'versions',
  record: QuestionnaireVersion,
  columns: ['questionnaireId', 'number', 'status', 'questionsDigest'],
  beside: { questions: text },
  content: { hands: sorted },
  filters: ['questionnaireId'],
  tag: questionnaireTag,
  roles: [...roles],
  list: {},
})

export const questionnaireVersionRecords = records(questionnaireVersions)

export const QuestionnaireVersionParams = Type.Object({ versionId: Reference('gqv') })

/** The maximum size of a body with questions, in bytes. */
export const maxQuestionBytes = 256 * 1024

const findQuestionnaireOf = statement(
  'find_questionnaire_of_version',
  { id: text },
  'select questionnaire_id as id from questionnaire_version where organization_id = :organization and id = :id',
)

/** Locks the questionnaire of a version. Lock it before the version. Throws a 404 if the version does not exist. */
export const lockQuestionnaireOf = async (change: Change, id: string) => {
  const questionnaire = firstOrNotFound(await change.tx.query(findQuestionnaireOf, { id }), 'questionnaire version')
  return questionnaires.records.lock(change, questionnaire.id)
}

/** Returns the version for If-Match. Takes locks in the same order as changes do. */
export const lockedVersion: Version = async (change, id) => {
  await lockQuestionnaireOf(change, id)
  return questionnaireVersionRecords.version(change, id)
}

/** Returns the fields and the text to store for the questions. Throws a 400 that names each invalid question. */
export const prepareQuestions = (input: Static<typeof Questions>) => {
  const { questions, issues } = readQuestions(input)
  const [first, ...others] = issues
  if (first) throw invalidFields([first, ...others])
  const rendered = renderQuestions(questions)
  return {
    fields: { questionCount: questions.length, questionsDigest: sha256Hex(rendered) },
    beside: { questions: rendered },
  }
}
