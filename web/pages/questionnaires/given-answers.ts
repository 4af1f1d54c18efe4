import type { Answers, Question } from './model.ts'

type Kind = Question['kind']

/** An answer as it is typed; nothing is an empty text or an empty list. */
export type Typed = string | number | string[]

const isTexts = (value: unknown): value is string[] => Array.isArray(value)

/** How answers of a kind are typed and sent. */
const kinds: Readonly<
  Record<Kind, { readonly type: (answer: unknown) => Typed; readonly send: (typed: Typed) => unknown }>
> = {
  text: { type: answer => String(answer ?? ''), send: typed => typed },
  yes_no: { type: answer => String(answer ?? ''), send: typed => typed === 'true' },
  single_choice: { type: answer => String(answer ?? ''), send: typed => typed },
  multiple_choice: { type: answer => (isTexts(answer) ? answer : []), send: typed => typed },
  number: { type: answer => (typeof answer === 'number' ? answer : ''), send: Number },
  date: { type: answer => String(answer ?? ''), send: typed => typed },
}

export const typedOf = (questions: readonly Question[], answers: Answers): Record<string, Typed> =>
  Object.fromEntries(questions.map(({ questionKey, kind }) => [questionKey, kinds[kind].type(answers[questionKey])]))

const isNothing = (typed: Typed | undefined): boolean =>
  typed === undefined || (Array.isArray(typed) ? typed.length === 0 : String(typed).trim() === '')

export const isAnswered = ({ questionKey }: Question, typed: Readonly<Record<string, Typed>>): boolean =>
  !isNothing(typed[questionKey])

/** The answers to send, from the typed input. */
export const answersOf = (
  questions: readonly Question[],
  typed: Readonly<Record<string, Typed>>,
): Record<string, unknown> =>
  Object.fromEntries(
    questions
      .filter(question => isAnswered(question, typed))
      .map(({ questionKey, kind }) => [questionKey, kinds[kind].send(typed[questionKey] ?? '')]),
  )
