import { type Static, Type } from 'typebox'
import type { Call } from '#api/call.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { Nullable } from '#api/schema.ts'
import { Count } from '#src/features/evidence/campaigns/shown.ts'
import { countAnswers, countChoices, findVersion } from './queries.ts'
import { parseQuestions, Question } from './question.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireRound, RoundParams } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

const { questionKey, kind, title } = Question.properties
const Figure = Nullable(Type.Number())

const Result = Type.Object(
  {
    ...{ questionKey, kind, title },
    answered: Count,
    choices: Type.Array(Type.Object({ choice: Type.String(), count: Count }, { title: 'QuestionnaireChoiceCount' }), {
      description: 'How many chose each; of yes or no, true and false.',
    }),
    least: { ...Figure, description: 'Of numbers, the smallest answer.' },
    most: { ...Figure, description: 'Of numbers, the largest answer.' },
    mean: { ...Figure, description: 'Of numbers.' },
  },
  { title: 'QuestionnaireResult' },
)

/** What can be chosen. */
const offered = ({ kind, choices }: Question): readonly string[] => (kind === 'yes_no' ? ['true', 'false'] : choices)

const resultsOf = async (call: Call, roundId: string, questions: readonly Question[]) => {
  const counted = await call.read(countAnswers, { roundId })
  const keys = questions.filter(question => offered(question).length > 0).map(({ questionKey }) => questionKey)
  const chosen = await call.read(countChoices, { roundId, keys })
  const byKey = new Map(counted.map(row => [row.key, row]))
  const byChoice = new Map(chosen.map(row => [JSON.stringify([row.key, row.choice]), row.count]))
  return questions.map((question): Static<typeof Result> => {
    const { questionKey, kind, title } = question
    const { answered = 0, least = null, most = null, mean = null } = byKey.get(questionKey) ?? {}
    const choices = offered(question).map(choice => ({
      choice,
      count: byChoice.get(JSON.stringify([questionKey, choice])) ?? 0,
    }))
    return { questionKey, kind, title, answered, choices, least, most, mean }
  })
}

/** Of submitted answers alone, also of those who left; who said what is in the list of the claim. */
export const getQuestionnaireResults = reading({
  name: 'getQuestionnaireResults',
  summary: 'Get how many answered each question of a round, and how many chose what',
  tag: questionnaireTag,
  workspace: { path: '/questionnaire-rounds/{roundId}/results', roles: ['admin', 'reviewer', 'auditor'] },
  params: RoundParams,
  response: Type.Object({ results: Type.Array(Result) }),
  errors: ['not_found'],
  async run(call, { params: { roundId } }) {
    const found = await call.read(questionnaireRound.queries.findStored, { id: roundId })
    const { versionId } = readRecord(QuestionnaireRound, oneOr404(found, 'questionnaire round').record)
    const version = oneOr404(await call.read(findVersion, { id: versionId }), 'questionnaire version')
    return { results: await resultsOf(call, roundId, parseQuestions(version.questions)) }
  },
})
