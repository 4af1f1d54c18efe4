import { type CellLosses, noCellLosses } from './columns.ts'
import { cut, lineOf, written } from './text.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A clause as an import sends it to `POST /frameworks/{frameworkId}/clauses`. */
export interface Clause {
  readonly clauseKey: string
  /** The key of a clause before it. */
  readonly parentKey: string | null
  readonly title: string
  readonly text: string
  readonly isAssessable: boolean
}

/** What a file says of a clause, before the limits of the interface. */
export interface Said {
  /** Unique in the file, unless the file is at fault. */
  readonly id: string
  readonly key: string
  /** The `id` of another. */
  readonly parent: string | null
  readonly title: string
  readonly text: string
  readonly isAssessable: boolean
  /** An export of this product, whose titles may be empty. */
  readonly isExact?: boolean
}

/** What could not be taken as the file has it, counted. */
export interface Losses extends CellLosses {
  /** Keys that the file has more than once; the second is called `#2`. */
  readonly renamedKeys: number
  readonly cutKeys: number
  readonly cutTitles: number
  readonly cutTexts: number
  /** Clauses whose parent is not there, or comes after them. */
  readonly lostParents: number
  /** Clauses without a title, whose title is the beginning of their text. */
  readonly madeTitles: number
  /** Marks for "is assessed" and depths that are not known. */
  readonly unknownMarks: number
  readonly unknownDepths: number
}

/** Losses that the reader of a format counts. */
export interface FormatLosses extends CellLosses {
  readonly unknownMarks?: number
  readonly unknownDepths?: number
}

/** References in a file to things that are missing. */
export interface Missing {
  readonly kind:
    | 'controls'
    | 'patterns'
    | 'parameters'
    | 'altered'
    | 'places'
    | 'excluded'
    | 'uninserted'
    | 'repeated'
    | 'unused'
    | 'undefined'
  /** Their ids, patterns or names, each once. */
  readonly names: readonly string[]
}

/** Content of a file that belongs to no clause, or an encoding that was assumed to read it. */
export interface LeftOut {
  readonly kind: 'parts' | 'fields' | 'columns' | 'encoding'
  /** Each with how often it occurs, such as `guidance (12)`. */
  readonly names: readonly string[]
}

/** How often each occurs; none where nothing does. */
export const leftOutOf = (kind: LeftOut['kind'], times: ReadonlyMap<string, number>): LeftOut[] =>
  times.size === 0 ? [] : [{ kind, names: [...times].map(([name, count]) => `${name} (${count})`) }]

export interface ReadClauses {
  readonly clauses: readonly Clause[]
  readonly losses: Losses
}

const maxClauses = 10_000
const longest = { key: 200, title: 2000, text: 50_000 }

/** The first line of a text, for a clause without a title; the text has all of it. */
const begin = (text: string): string => {
  const [first = ''] = text.trim().split('\n', 1)
  return first.length > 300 ? `${first.slice(0, 299).toWellFormed()}…` : first
}

/** Clauses in the order of the file, with keys that are unique and parents that come before. */
export const clausesOf = (said: readonly Said[], format: FormatLosses = noCellLosses): ReadClauses => {
  if (said.length === 0) throw new UnreadableFile('noClauses')
  if (said.length > maxClauses) throw new UnreadableFile('manyClauses', { count: said.length, most: maxClauses })
  const losses = {
    ...{ renamedKeys: 0, cutKeys: 0, cutTitles: 0, cutTexts: 0, lostParents: 0, madeTitles: 0 },
    ...{ unknownMarks: 0, unknownDepths: 0, ...format },
  }
  const fit = (text: string, most: number, loss: 'cutKeys' | 'cutTitles' | 'cutTexts'): string => {
    if (text.length > most) losses[loss]++
    return cut(text, most)
  }
  const times = new Map<string, number>()
  /** The key that each has become, by its id. */
  const keys = new Map<string, string>()
  const taken = new Set<string>()
  const unique = (key: string): string => {
    if (!taken.has(key)) return key
    losses.renamedKeys++
    let number = times.get(key) ?? 1
    do number++
    while (taken.has(`${key}#${number}`))
    times.set(key, number)
    return `${key}#${number}`
  }
  const titleOf = ({ title, text, isExact }: Said): string => {
    const line = lineOf(title)
    const made = line === '' && !isExact ? lineOf(begin(text)) : line
    if (made !== line) losses.madeTitles++
    return made
  }
  const clauses = said.map((one, i) => {
    const { id, key, parent, text, isAssessable } = one
    // Room for the number of a second.
    const clauseKey = unique(fit(lineOf(key) || `${i + 1}`, longest.key - 6, 'cutKeys'))
    const parentKey = parent === null ? null : (keys.get(parent) ?? null)
    if (parent !== null && parentKey === null) losses.lostParents++
    keys.set(id, clauseKey)
    taken.add(clauseKey)
    return {
      clauseKey,
      parentKey,
      title: fit(titleOf(one), longest.title, 'cutTitles'),
      text: fit(written(text), longest.text, 'cutTexts'),
      isAssessable,
    }
  })
  return { clauses, losses }
}
