import type { Answers, Question } from './model.ts'

type Kind = Question['kind']

/** The input for an answer. Without an answer, it is an empty text or list. */
export type AnswerInput = string | number | string[]

const isTextList = (value: unknown): value is string[] => Array.isArray(value)

/** The conversion of answers of each kind to and from inputs. */
const kinds: Readonly<
  Record<
    Kind,
    { readonly toInput: (answer: unknown) => AnswerInput; readonly toAnswer: (input: AnswerInput) => unknown }
  >
> = {
  text: { toInput: answer => String(answer ?? ''), toAnswer: input => input },
  yes_no: { toInput: answer => String(answer ?? ''), toAnswer: input => input === 'true' },
  single_choice: { toInput: answer => String(answer ?? ''), toAnswer: input => input },
  multiple_choice: { toInput: answer => (isTextList(answer) ? answer : []), toAnswer: input => input },
  number: { toInput: answer => (typeof answer === 'number' ? answer : ''), toAnswer: Number },
  date: { toInput: answer => String(answer ?? ''), toAnswer: input => input },
}

/** The initial inputs for the questions, from stored answers. */
export const toInputs = (questions: readonly Question[], answers: Answers): Record<string, AnswerInput> =>
  Object.fromEntries(questions.map(({ questionKey, kind }) => [questionKey, kinds[kind].toInput(answers[questionKey])]))

const isEmpty = (input: AnswerInput | undefined): boolean =>
  input === undefined || (Array.isArray(input) ? input.length === 0 : String(input).trim() === '')

export const isAnswered = ({ questionKey }: Question, inputs: Readonly<Record<string, AnswerInput>>): boolean =>
  !isEmpty(inputs[questionKey])

/** The answers to send, from the inputs. */
export const answersOf = (
  questions: readonly Question[],
  inputs: Readonly<Record<string, AnswerInput>>,
): Record<string, unknown> =>
  Object.fromEntries(
    questions
      .filter(question => isAnswered(question, inputs))
      .map(({ questionKey, kind }) => [questionKey, kinds[kind].toAnswer(inputs[questionKey] ?? '')]),
  )
