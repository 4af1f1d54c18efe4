import type { Call } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { byteOrderMark, lineOf } from '#lib/csv.ts'
import type { ParticipantRow } from '#src/features/evidence/campaigns/queries.ts'
import type { Answers } from './answers.ts'
import { renderQuestionnaireStanding } from './participant.ts'
import { findQuestionnaireVersion, findSubmitted } from './queries.ts'
import { parseQuestions, type Question } from './question.ts'
import type { QuestionnaireRound } from './questionnaire-round.ts'

const columns = ['personId', 'name', 'standing', 'submittedAt', 'questionnaireKey', 'versionNumber', 'versionDigest']

/** The number of people whose answers are in memory at a time. */
const batchSize = 200

const booleanWords: ReadonlyMap<unknown, string> = new Map([
  [true, 'yes'],
  [false, 'no'],
])

/** Renders an answer as a cell, with several choices on separate lines. */
const renderCell = (answer: unknown): string | number | null => {
  if (answer === undefined) return null
  if (typeof answer === 'number') return answer
  if (Array.isArray(answer)) return answer.join('\n')
  return booleanWords.get(answer) ?? String(answer)
}

const renderHeader = (questions: readonly Question[]): string =>
  lineOf([...columns, ...questions.map(({ questionKey, title }) => `${questionKey}: ${title}`)])

const readResponses = async ({ read }: Call, roundId: string, people: readonly ParticipantRow[]) => {
  const personIds = people.filter(({ given: response }) => response !== null).map(({ id }) => id)
  const rows = personIds.length > 0 ? await read(findSubmitted, { roundId, personIds }) : []
  return new Map(rows.map(({ person_id, answers }): [string, Answers] => [person_id, JSON.parse(answers)]))
}

/** Renders the people of a round as a CSV table: one line for each person, with their answers. */
export async function* streamResponses(call: Call, round: QuestionnaireRound, people: readonly ParticipantRow[]) {
  const { questionnaireKey, versionNumber, versionDigest } = round
  const version = firstOrNotFound(
    await call.read(findQuestionnaireVersion, { id: round.versionId }),
    'questionnaire version',
  )
  const questions = parseQuestions(version.questions)
  yield Buffer.from(byteOrderMark + renderHeader(questions))
  for (let start = 0; start < people.length; start += batchSize) {
    const batch = people.slice(start, start + batchSize)
    const answers = await readResponses(call, round.id, batch)
    const lines = batch.map(row => {
      const { personId, name, standing, submittedAt } = renderQuestionnaireStanding(row)
      const answerByKey = new Map(Object.entries(answers.get(personId) ?? {}))
      const cells = questions.map(({ questionKey }) => renderCell(answerByKey.get(questionKey)))
      return lineOf([personId, name, standing, submittedAt, questionnaireKey, versionNumber, versionDigest, ...cells])
    })
    yield Buffer.from(lines.join(''))
  }
}
