import type { Question } from './model.ts'

type Kind = Question['kind']

/** A question as it is typed. */
export interface Written {
  /** Identifies the question while it is edited; keys are typed, and may be equal for a while. */
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

/** The further fields that a kind of question needs. */
export const partsOf: Readonly<Record<Kind, { readonly choices: boolean; readonly bounds: boolean }>> = {
  text: { choices: false, bounds: true },
  yes_no: { choices: false, bounds: false },
  single_choice: { choices: true, bounds: false },
  multiple_choice: { choices: true, bounds: true },
  number: { choices: false, bounds: true },
  date: { choices: false, bounds: false },
}

/** `q3` where there are `q1` and `q2`. */
const nextKey = (keys: readonly string[]): string => {
  const taken = new Set(keys)
  let number = 1
  while (taken.has(`q${number}`)) number++
  return `q${number}`
}

/** A new question, whose key none of these has. */
export const newQuestion = (others: readonly Written[]): Written => ({
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

export const toWritten = ({ help, least, most, ...question }: Question, id: number): Written => ({
  ...question,
  id,
  help: help ?? '',
  least: least ?? '',
  most: most ?? '',
})

const bound = (value: number | ''): number | null => (value === '' ? null : value)

/** The question to send, without fields that its kind does not have. */
export const toQuestion = ({ id: _, kind, choices, least, most, help, ...question }: Written): Question => {
  const parts = partsOf[kind]
  return {
    ...question,
    kind,
    help: help.trim() || null,
    choices: parts.choices ? choices.map(choice => choice.trim()).filter(choice => choice !== '') : [],
    least: parts.bounds ? bound(least) : null,
    most: parts.bounds ? bound(most) : null,
  }
}
