import type { Call } from '#http/call.ts'
import { directions } from '#http/page.ts'
import type { ChoiceRow, ChoiceSource } from './choice-source.ts'

/**
 * The maximum number of records that a page examines in each range. If none matches, this takes 60 ms at a load of 3,
 * because reading the title from a record takes 6 µs.
 */
const maxExamined = 10_000

/** Sorts after every key: PostgreSQL stores no greater character. */
const highestCharacter = '\u{10FFFF}'

/** The characters with a special meaning in a regular expression. */
const specialCharacter = /[!-/:-@[-`{-~]/

const casesOf = (character: string): string[] =>
  [...new Set([character, character.toLowerCase(), character.toUpperCase()])].filter(one => [...one].length === 1)

/**
 * Returns a PostgreSQL regular expression that matches the text literally, ignoring case. It spells out both cases of
 * each letter because `ilike` depends on the database locale: in the locale C, Ä does not match ä.
 */
export const patternOf = (text: string): string =>
  Array.from(text, character => {
    const cases = casesOf(character)
    if (cases.length > 1) return `[${cases.join('')}]`
    return specialCharacter.test(character) ? `\\${character}` : character
  }).join('')

/** A range of keys to search, except keys that begin with a string in `without`. */
interface KeyRange {
  readonly from: string
  readonly until: string
  readonly without: readonly string[]
}

/**
 * Returns the ranges to search in order: first the keys that begin with the text, as typed and in capitals, then all
 * others.
 */
const rangesOf = (isKeyed: boolean, text: string | undefined): readonly KeyRange[] => {
  const prefixes = isKeyed && text !== undefined ? [...new Set([text, text.toUpperCase()])] : []
  const prefixRanges = prefixes.map((from): KeyRange => ({ from, until: from + highestCharacter, without: [] }))
  return [...prefixRanges, { from: '', until: highestCharacter + highestCharacter, without: prefixes }]
}

interface ChoiceRequest {
  /** A part of the key or the title. */
  readonly search?: string | undefined
  readonly status?: string | undefined
  readonly limit: number
  /** Where the previous page ended: the index of the range, then the last id. */
  readonly position?: string | undefined
}

interface ChoicePage {
  readonly choices: readonly ChoiceRow[]
  readonly next: string | undefined
}

/**
 * Finds records by a text in their key or title: first those whose key begins with it, then the others in key order.
 */
export const findChoices = async (
  { read }: Call,
  source: ChoiceSource,
  request: ChoiceRequest,
): Promise<ChoicePage> => {
  const { status = null, limit, position } = request
  const search = request.search?.trim()
  const start = source.byKey ? '' : directions.newest.start
  const ranges = rangesOf(source.byKey, search)
  const startIndex = position === undefined ? 0 : Number(position[0])
  const choices: ChoiceRow[] = []
  for (const [i, range] of ranges.entries()) {
    if (i < startIndex) continue
    const walk = { ...range, position: i === startIndex && position !== undefined ? position.slice(1) : start }
    const remaining = limit - choices.length
    const pattern = search === undefined ? null : patternOf(search)
    const rows = await read(source.page, { ...walk, walked: maxExamined, pattern, status, limit: remaining + 1 })
    const pageRows = rows.slice(0, remaining)
    choices.push(...pageRows)
    if (rows.length > remaining) return { choices, next: `${i}${pageRows.at(-1)?.id ?? walk.position}` }
    const [lastExamined] = await read(source.end, { ...walk, walked: maxExamined - 1 })
    if (lastExamined) return { choices, next: `${i}${lastExamined.id}` }
  }
  return { choices, next: undefined }
}
