import { type Static, Type } from 'typebox'
import { type Issue, invalidFields } from '#http/errors.ts'
import { isRequired } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import type { Question } from './question.ts'
import { kindOf } from './question-kinds.ts'

/** Answers, keyed by questionKey. */
export const Answers = Type.Record(Type.String(), Type.Unknown(), {
  maxJsonBytes: 65_536,
  description:
    'Answers by questionKey: a text, true or false, a choice, a list of choices, a number, or a date such as 2026-01-31.',
})

export type Answers = Static<typeof Answers>

/** Whether the value is empty and therefore does not count as an answer. */
const isEmpty = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/**
 * Returns the answers to store: in the order of the questions, without empty ones. Throws a 400 that names each invalid
 * answer and, if the answers must be complete, each missing one.
 */
export const readAnswers = (questions: readonly Question[], input: Answers, mustBeComplete: boolean): Answers => {
  const remaining = new Map(Object.entries(input))
  const issues: Issue[] = []
  const answers: [string, unknown][] = []
  for (const question of questions) {
    const { questionKey, kind } = question
    const answer = remaining.get(questionKey)
    remaining.delete(questionKey)
    const isMissing = isEmpty(answer)
    const missing = mustBeComplete && question.isRequired ? isRequired : undefined
    const problem = isMissing ? missing : kindOf(kind).problem(answer, question)
    if (problem) issues.push({ path: ['answers', questionKey], problem })
    else if (!isMissing) answers.push([questionKey, answer])
  }
  for (const key of remaining.keys())
    issues.push({ path: ['answers', key], problem: sentence`field.not_asked: is not a question of this version` })
  const [first, ...others] = issues
  if (first) throw invalidFields([first, ...others])
  return Object.fromEntries(answers)
}
