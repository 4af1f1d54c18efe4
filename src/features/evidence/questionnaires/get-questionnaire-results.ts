import { type Static, Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
import { NonNegativeInteger } from '#src/features/evidence/campaigns/render-campaign.ts'
import { countAnswers, countChoices, findQuestionnaireVersion } from './queries.ts'
import { parseQuestions, Question } from './question.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireRound, RoundParams } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

const { questionKey, kind, title } = Question.properties
const Figure = Nullable(Type.Number())

const Result = Type.Object(
  {
    ...{ questionKey, kind, title },
    answered: NonNegativeInteger,
    choices: Type.Array(
      Type.Object({ choice: Type.String(), count: NonNegativeInteger }, { title: 'QuestionnaireChoiceCount' }),
      {
        description: 'How many people chose each choice; true and false for yes-or-no questions.',
      },
    ),
    least: { ...Figure, description: 'The smallest answer, for numbers.' },
    most: { ...Figure, description: 'The largest answer, for numbers.' },
    mean: { ...Figure, description: 'The mean of the answers, for numbers.' },
  },
  { title: 'QuestionnaireResult' },
)

/** Lists the choices that a question offers. */
const listChoices = ({ kind, choices }: Question): readonly string[] =>
  kind === 'yes_no' ? ['true', 'false'] : choices

const countResults = async (call: Call, roundId: string, questions: readonly Question[]) => {
  const answerRows = await call.read(countAnswers, { roundId })
  const keys = questions.filter(question => listChoices(question).length > 0).map(({ questionKey }) => questionKey)
  const choiceRows = await call.read(countChoices, { roundId, keys })
  const byKey = new Map(answerRows.map(row => [row.key, row]))
  const byChoice = new Map(choiceRows.map(row => [JSON.stringify([row.key, row.choice]), row.count]))
  return questions.map((question): Static<typeof Result> => {
    const { questionKey, kind, title } = question
    const { answered = 0, least = null, most = null, mean = null } = byKey.get(questionKey) ?? {}
    const choices = listChoices(question).map(choice => ({
      choice,
      count: byChoice.get(JSON.stringify([questionKey, choice])) ?? 0,
    }))
    return { questionKey, kind, title, answered, choices, least, most, mean }
  })
}

/** Counts only submitted answers, including those of people no longer asked. The claim's list shows who gave them. */
export const getQuestionnaireResults = readEndpoint({
  name: 'getQuestionnaireResults',
  summary: 'Count the answers and the choices for each question of a round',
  tag: questionnaireTag,
  workspace: { path: '/questionnaire-rounds/{roundId}/results', roles: ['admin', 'reviewer', 'auditor'] },
  params: RoundParams,
  response: Type.Object({ results: Type.Array(Result) }),
  errors: ['not_found'],
  async run(call, { params: { roundId } }) {
    const rows = await call.read(questionnaireRound.queries.findStored, { id: roundId })
    const { versionId } = readRecord(QuestionnaireRound, firstOrNotFound(rows, 'questionnaire round').record)
    const version = firstOrNotFound(
      await call.read(findQuestionnaireVersion, { id: versionId }),
      'questionnaire version',
    )
    return { results: await countResults(call, roundId, parseQuestions(version.questions)) }
  },
})
