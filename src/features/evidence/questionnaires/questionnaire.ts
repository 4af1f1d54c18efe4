import { type Static, Type } from 'typebox'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Refusal } from '#http/errors.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'

/** A set of questions for people. Its questions are those of its current version. */
export const Questionnaire = Type.Object(
  {
    id: Id('gqn'),
    questionnaireKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum(['draft', 'active', 'retired'], {
      description: 'Active from its first published version on; `retired` is final.',
    }),
    ownerId: Nullable(Reference('prs')),
    currentVersionId: Nullable(Id('gqv')),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Questionnaire' },
)

export type Questionnaire = Static<typeof Questionnaire>

export const questionnaireTag = 'Questionnaires'

export const questionnaires = family({
  name: 'Questionnaire',
  label: 'questionnaire',
  prefix: 'gqn',
  table: 'questionnaire',
  plural: 'questionnaires',
  record: Questionnaire,
  columns: ['questionnaireKey', 'status', 'ownerId'],
  key: 'questionnaireKey',
  filters: ['status'],
  tag: questionnaireTag,
  roles: [...roles],
  list: {},
  choices: [{ kind: 'questionnaire' }],
})

export const questionnaireRecords = records(questionnaires)

export const QuestionnaireParams = Type.Object({ questionnaireId: Reference('gqn') })

/** Throws a 422 if a questionnaire is retired. It can no longer change, except that drafts can be withdrawn. */
export const requireQuestionnaireInUse = ({ status }: Questionnaire): void => {
  if (status === 'retired')
    throw new Refusal(
      'unprocessable',
      sentence`questionnaire.retired: The questionnaire is retired and can no longer change.`,
    )
}
