import { type CellLosses, noCellLosses } from './columns.ts'
import { cleanText, lineOf, truncate } from './text.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A clause in the format of `POST /frameworks/{frameworkId}/clauses`. */
export interface Clause {
  readonly clauseKey: string
  /** The key of the parent, which precedes it. */
  readonly parentKey: string | null
  readonly title: string
  readonly text: string
  readonly isAssessable: boolean
}

/** The fields of a clause in a file, before the limits of the interface. */
export interface ParsedClause {
  /** Unique in the file, unless the file is wrong. */
  readonly id: string
  readonly key: string
  /** The `id` of another clause. */
  readonly parent: string | null
  readonly title: string
  readonly text: string
  readonly isAssessable: boolean
  /** Set for an export of this product, whose titles may be empty. */
  readonly isExact?: boolean
}

/** Counts of values that could not be taken as they are in the file. */
export interface Losses extends CellLosses {
  /** Keys that occur several times in the file; the second one becomes `#2`. */
  readonly renamedKeys: number
  readonly cutKeys: number
  readonly cutTitles: number
  readonly cutTexts: number
  /** Clauses whose parent is missing or comes after them. */
  readonly lostParents: number
  /** Clauses without a title, for which the beginning of their text is used. */
  readonly madeTitles: number
  /** Unknown marks for "is assessed" and unknown depths. */
  readonly unknownMarks: number
  readonly unknownDepths: number
}

/** Losses counted by the reader of a format. */
export interface FormatLosses extends CellLosses {
  readonly unknownMarks?: number
  readonly unknownDepths?: number
}

/** References in a file to items that do not exist. */
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

/** Content of a file that belongs to no clause, or an encoding that was assumed for reading it. */
export interface LeftOut {
  readonly kind: 'parts' | 'fields' | 'columns' | 'encoding'
  /** Each with its count, such as `guidance (12)`. */
  readonly names: readonly string[]
}

/** The counts as a list; empty if nothing was left out. */
export const leftOutOf = (kind: LeftOut['kind'], times: ReadonlyMap<string, number>): LeftOut[] =>
  times.size === 0 ? [] : [{ kind, names: [...times].map(([name, count]) => `${name} (${count})`) }]

export interface ReadClauses {
  readonly clauses: readonly Clause[]
  readonly losses: Losses
}

const maxClauses = 10_000
const maxLengths = { key: 200, title: 2000, text: 50_000 }

/** The first line of a text, as the title of a clause without one; the text keeps all of it. */
const firstLine = (text: string): string => {
  const [first = ''] = text.trim().split('\n', 1)
  return first.length > 300 ? `${first.slice(0, 299).toWellFormed()}…` : first
}

/** Clauses in the order of the file, with unique keys and with parents before their children. */
export const clausesOf = (parsed: readonly ParsedClause[], format: FormatLosses = noCellLosses): ReadClauses => {
  if (parsed.length === 0) throw new UnreadableFile('noClauses')
  if (parsed.length > maxClauses) throw new UnreadableFile('manyClauses', { count: parsed.length, most: maxClauses })
  const losses = {
    ...{ renamedKeys: 0, cutKeys: 0, cutTitles: 0, cutTexts: 0, lostParents: 0, madeTitles: 0 },
    ...{ unknownMarks: 0, unknownDepths: 0, ...format },
  }
  const fit = (text: string, maxLength: number, loss: 'cutKeys' | 'cutTitles' | 'cutTexts'): string => {
    if (text.length > maxLength) losses[loss]++
    return truncate(text, maxLength)
  }
  const times = new Map<string, number>()
  /** The new key of each clause, by its id. */
  const keys = new Map<string, string>()
  const takenKeys = new Set<string>()
  const unique = (key: string): string => {
    if (!takenKeys.has(key)) return key
    losses.renamedKeys++
    let number = times.get(key) ?? 1
    do number++
    while (takenKeys.has(`${key}#${number}`))
    times.set(key, number)
    return `${key}#${number}`
  }
  const titleOf = ({ title, text, isExact }: ParsedClause): string => {
    const line = lineOf(title)
    const result = line === '' && !isExact ? lineOf(firstLine(text)) : line
    if (result !== line) losses.madeTitles++
    return result
  }
  const clauses = parsed.map((one, i) => {
    const { id, key, parent, text, isAssessable } = one
    // Leaves space for the number of a duplicate.
    const clauseKey = unique(fit(lineOf(key) || `${i + 1}`, maxLengths.key - 6, 'cutKeys'))
    const parentKey = parent === null ? null : (keys.get(parent) ?? null)
    if (parent !== null && parentKey === null) losses.lostParents++
    keys.set(id, clauseKey)
    takenKeys.add(clauseKey)
    return {
      clauseKey,
      parentKey,
      title: fit(titleOf(one), maxLengths.title, 'cutTitles'),
      text: fit(cleanText(text), maxLengths.text, 'cutTexts'),
      isAssessable,
    }
  })
  return { clauses, losses }
}
