import { type Static, Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { sorted } from '#family/bound.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { invalidFields, oneOr404 } from '#http/errors.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import type { Version } from '#http/version.ts'
import type { Flow } from '#lib/flow.ts'
import { sha256Hex } from '#lib/hash.ts'
import { type Questions, readQuestions, renderQuestions } from './question.ts'
import { questionnaires, questionnaireTag } from './questionnaire.ts'

/** An edition of a questionnaire; its questions are stored beside it. */
export const QuestionnaireVersion = Type.Object(
  {
    id: Id('gqv'),
    questionnaireId: Id('gqn'),
    number: Type.Integer({
      minimum: 1,
      description: 'Number of the version within the questionnaire; withdrawn ones count too.',
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

/** The largest body with questions, in bytes. */
export const maxQuestionBytes = 256 * 1024

const findQuestionnaireOf = statement(
  'find_questionnaire_of_version',
  { id: text },
  'select questionnaire_id as id from questionnaire_version where organization_id = :organization and id = :id',
)

/** Locks the questionnaire of a version, which comes before its versions. Throws a 404 if it does not exist. */
export const lockAbove = async (change: Change, id: string) => {
  const above = oneOr404(await change.tx.query(findQuestionnaireOf, { id }), 'questionnaire version')
  return questionnaires.records.lock(change, above.id)
}

/** For If-Match: in the order in which changes lock. */
export const lockedVersion: Version = async (change, id) => {
  await lockAbove(change, id)
  return questionnaireVersionRecords.version(change, id)
}

/** The fields and the text of the sent questions. Throws a 400 that names each invalid one. */
export const questionsOf = (sent: Static<typeof Questions>) => {
  const { questions, issues } = readQuestions(sent)
  const [first, ...others] = issues
  if (first) throw invalidFields([first, ...others])
  const rendered = renderQuestions(questions)
  return {
    fields: { questionCount: questions.length, questionsDigest: sha256Hex(rendered) },
    beside: { questions: rendered },
  }
}
