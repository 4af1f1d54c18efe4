import type { Call } from '#http/call.ts'
import { oneOr404 } from '#http/errors.ts'
import { byteOrderMark, lineOf } from '#lib/csv.ts'
import type { ParticipantRow } from '#src/features/evidence/campaigns/queries.ts'
import type { Answers } from './answers.ts'
import { findQuestionnaireVersion, findSubmitted } from './queries.ts'
import { parseQuestions, type Question } from './question.ts'
import type { QuestionnaireRound } from './questionnaire-round.ts'
import { showQuestionnaireStanding } from './standing.ts'

const columns = ['personId', 'name', 'standing', 'submittedAt', 'questionnaireKey', 'versionNumber', 'versionDigest']

/** The number of people whose answers are in memory at a time. */
const size = 200

const spoken: ReadonlyMap<unknown, string> = new Map([
  [true, 'yes'],
  [false, 'no'],
])

/** An answer as a cell: several choices on separate lines. */
const cellOf = (answer: unknown): string | number | null => {
  if (answer === undefined) return null
  if (typeof answer === 'number') return answer
  if (Array.isArray(answer)) return answer.join('\n')
  return spoken.get(answer) ?? String(answer)
}

const headOf = (questions: readonly Question[]): string =>
  lineOf([...columns, ...questions.map(({ questionKey, title }) => `${questionKey}: ${title}`)])

const answersOf = async ({ read }: Call, roundId: string, people: readonly ParticipantRow[]) => {
  const personIds = people.filter(({ given }) => given !== null).map(({ id }) => id)
  const found = personIds.length > 0 ? await read(findSubmitted, { roundId, personIds }) : []
  return new Map(found.map(({ person_id, answers }): [string, Answers] => [person_id, JSON.parse(answers)]))
}

/** The list of a round, as a table: one line for each person, with their answers. */
export async function* listOf(call: Call, round: QuestionnaireRound, people: readonly ParticipantRow[]) {
  const { questionnaireKey, versionNumber, versionDigest } = round
  const version = oneOr404(await call.read(findQuestionnaireVersion, { id: round.versionId }), 'questionnaire version')
  const questions = parseQuestions(version.questions)
  yield Buffer.from(byteOrderMark + headOf(questions))
  for (let at = 0; at < people.length; at += size) {
    const some = people.slice(at, at + size)
    const answers = await answersOf(call, round.id, some)
    const lines = some.map(row => {
      const { personId, name, standing, submittedAt } = showQuestionnaireStanding(row)
      const said = new Map(Object.entries(answers.get(personId) ?? {}))
      const cells = questions.map(({ questionKey }) => cellOf(said.get(questionKey)))
      return lineOf([personId, name, standing, submittedAt, questionnaireKey, versionNumber, versionDigest, ...cells])
    })
    yield Buffer.from(lines.join(''))
  }
}
