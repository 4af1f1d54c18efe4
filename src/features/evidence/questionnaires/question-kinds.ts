/** `3 characters` */
const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

/** What a question says of its answers. */
interface Asked {
  readonly choices: readonly string[]
  readonly least: number | null
  readonly most: number | null
}

/** What may be limited of an answer. */
interface Bounds {
  readonly least: number
  readonly most: number
  /** Whether it counts something. */
  readonly isCount: boolean
}

interface Kind {
  readonly hasChoices: boolean
  readonly bounds?: Bounds
  /** What is wrong with an answer, which is there. */
  problem(answer: unknown, asked: Asked): string | undefined
}

const mostCharacters = 5000

const textKind: Kind = {
  hasChoices: false,
  bounds: { least: 1, most: mostCharacters, isCount: true },
  problem(answer, { least, most }) {
    if (typeof answer !== 'string') return 'must be a text'
    const characters = [...answer].length
    if (least !== null && characters < least) return `must have at least ${count(least, 'character')}`
    const limit = most ?? mostCharacters
    return characters > limit ? `must have at most ${count(limit, 'character')}` : undefined
  },
}

const yesNo: Kind = {
  hasChoices: false,
  problem: answer => (typeof answer === 'boolean' ? undefined : 'must be true or false'),
}

const isOffered = (answer: unknown, { choices }: Asked): answer is string =>
  typeof answer === 'string' && choices.includes(answer)

const singleChoice: Kind = {
  hasChoices: true,
  problem: (answer, asked) => (isOffered(answer, asked) ? undefined : 'must be one of the choices'),
}

const multipleChoice: Kind = {
  hasChoices: true,
  bounds: { least: 1, most: 50, isCount: true },
  problem(answer, asked) {
    if (!Array.isArray(answer)) return 'must be a list'
    if (!answer.every(one => isOffered(one, asked))) return 'must be some of the choices'
    if (new Set(answer).size < answer.length) return 'must not have a choice twice'
    const { least, most } = asked
    if (least !== null && answer.length < least) return `must have at least ${count(least, 'item')}`
    return most !== null && answer.length > most ? `must have at most ${count(most, 'item')}` : undefined
  },
}

/** The largest number of which every whole one below is exact. */
const exact = Number.MAX_SAFE_INTEGER

const numberKind: Kind = {
  hasChoices: false,
  bounds: { least: -exact, most: exact, isCount: false },
  problem(answer, { least, most }) {
    if (typeof answer !== 'number') return 'must be a number'
    if (answer < (least ?? -exact)) return `must be at least ${least ?? -exact}`
    return answer > (most ?? exact) ? `must be at most ${most ?? exact}` : undefined
  },
}

const isDay = (text: string): boolean => {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const dateKind: Kind = {
  hasChoices: false,
  problem: answer => (typeof answer === 'string' && isDay(answer) ? undefined : 'must be a date, such as 2026-01-31'),
}

/** The kinds of questions, each with what answers it. */
export const questionKinds = {
  text: textKind,
  yes_no: yesNo,
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  number: numberKind,
  date: dateKind,
} as const satisfies Record<string, Kind>

export type QuestionKind = keyof typeof questionKinds

/** The kinds as one type, for a question of any of them. */
export const kindOf = (kind: QuestionKind): Kind => questionKinds[kind]
