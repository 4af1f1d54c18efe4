import type { Question } from './model.ts'

type Kind = Question['kind']

/** A question while it is edited. */
export interface QuestionDraft {
  /** Identifies the question during editing, because typed keys may temporarily be equal. */
  readonly id: number
  readonly questionKey: string
  readonly kind: Kind
  readonly title: string
  readonly help: string
  readonly isRequired: boolean
  readonly choices: readonly string[]
  readonly least: number | ''
  readonly most: number | ''
}

/** The additional fields that a kind of question has. */
export const fieldsOf: Readonly<Record<Kind, { readonly choices: boolean; readonly bounds: boolean }>> = {
  text: { choices: false, bounds: true },
  yes_no: { choices: false, bounds: false },
  single_choice: { choices: true, bounds: false },
  multiple_choice: { choices: true, bounds: true },
  number: { choices: false, bounds: true },
  date: { choices: false, bounds: false },
}

/** The first unused key, such as `q3` after `q1` and `q2`. */
const nextKey = (keys: readonly string[]): string => {
  const usedKeys = new Set(keys)
  let number = 1
  while (usedKeys.has(`q${number}`)) number++
  return `q${number}`
}

/** A new question with an unused key. */
export const newQuestion = (others: readonly QuestionDraft[]): QuestionDraft => ({
  id: Math.max(0, ...others.map(({ id }) => id)) + 1,
  questionKey: nextKey(others.map(({ questionKey }) => questionKey)),
  kind: 'yes_no',
  title: '',
  help: '',
  isRequired: true,
  choices: [],
  least: '',
  most: '',
})

export const toDraft = ({ help, least, most, ...question }: Question, id: number): QuestionDraft => ({
  ...question,
  id,
  help: help ?? '',
  least: least ?? '',
  most: most ?? '',
})

const toBound = (value: number | ''): number | null => (value === '' ? null : value)

/** The question to send, without fields that its kind does not have. */
export const toQuestion = ({ id: _, kind, choices, least, most, help, ...question }: QuestionDraft): Question => {
  const fields = fieldsOf[kind]
  return {
    ...question,
    kind,
    help: help.trim() || null,
    choices: fields.choices ? choices.map(choice => choice.trim()).filter(choice => choice !== '') : [],
    least: fields.bounds ? toBound(least) : null,
    most: fields.bounds ? toBound(most) : null,
  }
}
