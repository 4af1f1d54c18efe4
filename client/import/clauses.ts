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

/** A clause as read from a file, before the limits of the API are applied. */
export interface ParsedClause {
  /** Unique in the file, unless the file is invalid. */
  readonly id: string
  readonly key: string
  /** The `id` of another clause. */
  readonly parent: string | null
  readonly title: string
  readonly text: string
  readonly isAssessable: boolean
  /** Set for clauses from an export of this product, whose titles may be empty. */
  readonly isExact?: boolean
}

/** Counts of values that had to be changed on import. */
export interface Losses extends CellLosses {
  /** Keys that occur several times in the file; the second occurrence becomes `KEY#2`. */
  readonly renamedKeys: number
  readonly cutKeys: number
  readonly cutTitles: number
  readonly cutTexts: number
  /** Clauses whose parent is missing or comes after them. */
  readonly lostParents: number
  /** Clauses without a title; the beginning of the text is used instead. */
  readonly madeTitles: number
  /** Unknown values in the column or field for “assessable”. */
  readonly unknownMarks: number
  readonly unknownDepths: number
}

/** The losses that the reader of a format counts. */
export interface FormatLosses extends CellLosses {
  readonly unknownMarks?: number
  readonly unknownDepths?: number
}

/** References in a file to missing items, and other names to report. */
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
  /** The ids, patterns or names, each once. */
  readonly names: readonly string[]
}

/** Content of a file that was not imported, or an encoding that was assumed for reading the file. */
export interface LeftOut {
  readonly kind: 'parts' | 'fields' | 'columns' | 'encoding'
  /** The names with their counts, such as `guidance (12)`. */
  readonly names: readonly string[]
}

/** Converts counts to a list, which is empty without counts. */
export const leftOutOf = (kind: LeftOut['kind'], times: ReadonlyMap<string, number>): LeftOut[] =>
  times.size === 0 ? [] : [{ kind, names: [...times].map(([name, count]) => `${name} (${count})`) }]

export interface ReadClauses {
  readonly clauses: readonly Clause[]
  readonly losses: Losses
}

const maxClauses = 10_000
const maxLengths = { key: 200, title: 2000, text: 50_000 }

/** Returns the first line of a text, as the title of a clause that has none. The text stays complete. */
const firstLine = (text: string): string => {
  const [first = ''] = text.trim().split('\n', 1)
  return first.length > 300 ? `${first.slice(0, 299).toWellFormed()}…` : first
}

/** Converts clauses to the API's format, in file order, with unique keys, and with parents before their children. */
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
  /** The final key of each clause, by its id. */
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
    // Leaves room for the number of a duplicate.
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
