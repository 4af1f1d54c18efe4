import { atLeast, atLeastCharacters, atLeastItems, atMost, atMostCharacters, atMostItems } from '#http/sentences.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

/** The parts of a question that limit its answers. */
interface AnswerLimits {
  readonly choices: readonly string[]
  readonly least: number | null
  readonly most: number | null
}

/** The range in which a kind's limits must lie. */
interface Bounds {
  readonly least: number
  readonly most: number
  /** Whether the limits are counts, which must be whole numbers. */
  readonly isCount: boolean
}

interface Kind {
  readonly hasChoices: boolean
  readonly bounds?: Bounds
  /** Returns the problem with a non-empty answer; undefined if it is valid. */
  problem(answer: unknown, limits: AnswerLimits): Sentence | undefined
}

const maxCharacters = 5000

const textKind: Kind = {
  hasChoices: false,
  bounds: { least: 1, most: maxCharacters, isCount: true },
  problem(answer, { least, most }) {
    if (typeof answer !== 'string') return sentence`field.text: must be text`
    const characters = [...answer].length
    if (least !== null && characters < least) return atLeastCharacters(least)
    const limit = most ?? maxCharacters
    return characters > limit ? atMostCharacters(limit) : undefined
  },
}

const yesNo: Kind = {
  hasChoices: false,
  problem: answer => (typeof answer === 'boolean' ? undefined : sentence`field.true_or_false: must be true or false`),
}

const isOffered = (answer: unknown, { choices }: AnswerLimits): answer is string =>
  typeof answer === 'string' && choices.includes(answer)

const singleChoice: Kind = {
  hasChoices: true,
  problem: (answer, limits) =>
    isOffered(answer, limits) ? undefined : sentence`field.one_choice: must be one of the choices`,
}

const multipleChoice: Kind = {
  hasChoices: true,
  bounds: { least: 1, most: 50, isCount: true },
  problem(answer, limits) {
    if (!Array.isArray(answer)) return sentence`field.list: must be a list`
    if (!answer.every(choice => isOffered(choice, limits)))
      return sentence`field.some_choices: must be some of the choices`
    if (new Set(answer).size < answer.length) return sentence`field.choice_twice: must not contain a choice twice`
    const { least, most } = limits
    if (least !== null && answer.length < least) return atLeastItems(least)
    return most !== null && answer.length > most ? atMostItems(most) : undefined
  },
}

/** The largest number up to which every whole number is exact. */
const maxExact = Number.MAX_SAFE_INTEGER

const numberKind: Kind = {
  hasChoices: false,
  bounds: { least: -maxExact, most: maxExact, isCount: false },
  problem(answer, { least, most }) {
    if (typeof answer !== 'number') return sentence`field.number: must be a number`
    if (answer < (least ?? -maxExact)) return atLeast(least ?? -maxExact)
    return answer > (most ?? maxExact) ? atMost(most ?? maxExact) : undefined
  },
}

const isDate = (text: string): boolean => {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const timestamp = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(timestamp) && new Date(timestamp).toISOString().startsWith(text)
}

const dateKind: Kind = {
  hasChoices: false,
  problem: answer =>
    typeof answer === 'string' && isDate(answer) ? undefined : sentence`field.date: must be a date, such as 2026-01-31`,
}

/** The kinds of questions, each with its check for answers. */
export const questionKinds = {
  text: textKind,
  yes_no: yesNo,
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  number: numberKind,
  date: dateKind,
} as const satisfies Record<string, Kind>

export type QuestionKind = keyof typeof questionKinds

/** Returns a kind as the common type `Kind`, for code that handles any kind. */
export const kindOf = (kind: QuestionKind): Kind => questionKinds[kind]
