import { type Filter, parse } from 'scim2-parse-filter'
import { ScimProblem } from './problem.ts'

/** Longer filters are rejected. Providers compare one or two attributes, in less than 400 characters. */
const maxLength = 1024
const maxGroups = 16

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le'] as const

type Operator = (typeof operators)[number]

/** A parsed filter with known operators only. Attribute names are in lower case. */
export type Condition =
  | { readonly op: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly op: 'not'; readonly part: Condition }
  | { readonly op: 'has'; readonly attribute: string; readonly part: Condition }
  | { readonly op: 'pr'; readonly attribute: string }
  | { readonly op: Operator; readonly attribute: string; readonly value: string | number | boolean | null }

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds the characters to reject
const controlCharacter = /[\u0000-\u001f\u007f]/

const invalidFilter = (message: string) => new ScimProblem('invalidFilter', `The filter ${message}.`)

const quotedText = /"(?:[^"\\]|\\.)*"/g

/**
 * Replaces the strings of a filter with numbers before the library parses it. The library reads backslashes differently
 * from JSON, and its parsing time doubles with each line feed in an unterminated string.
 */
const extractTexts = (filter: string): { readonly outline: string; readonly texts: readonly string[] } => {
  const texts: string[] = []
  const outline = filter.replaceAll(quotedText, literal => {
    try {
      texts.push(String(JSON.parse(literal)))
    } catch {
      throw invalidFilter('has a text that is not a JSON string')
    }
    return `"${texts.length - 1}"`
  })
  return { outline, texts }
}

const isOperator = (op: string): op is Operator => operators.some(operator => operator === op)

const toCondition = (filter: Filter, texts: readonly string[]): Condition => {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, parts: filter.filters.map(part => toCondition(part, texts)) }
    case 'not':
      return { op: 'not', part: toCondition(filter.filter, texts) }
    case '[]':
      return { op: 'has', attribute: filter.attrPath.toLowerCase(), part: toCondition(filter.valFilter, texts) }
    case 'pr':
      return { op: 'pr', attribute: filter.attrPath.toLowerCase() }
    default:
      // The library treats the name of any property of JavaScript objects, such as `constructor`, as a logical
      // operator.
      if (!isOperator(filter.op)) throw invalidFilter(`has an unknown operator, ${String(Object(filter).op)}`)
      return {
        op: filter.op,
        attribute: filter.attrPath.toLowerCase(),
        value: typeof filter.compValue === 'string' ? (texts[Number(filter.compValue)] ?? '') : filter.compValue,
      }
  }
}

const parseOutline = (outline: string): Filter => {
  try {
    return parse(outline)
  } catch {
    throw invalidFilter('cannot be read; an example is userName eq "alice@example.com"')
  }
}

/** Parses a filter (RFC 7644 section 3.4.2.2). Throws `invalidFilter`. */
export const parseFilter = (filter: string): Condition => {
  if (filter.length > maxLength) throw invalidFilter(`is longer than ${maxLength} characters`)
  const { outline, texts } = extractTexts(filter)
  // Also rejects control characters that a string escapes as \u0000, because the database never accepts them.
  if (controlCharacter.test(filter) || texts.some(text => controlCharacter.test(text)))
    throw invalidFilter('has control characters')
  if ((outline.match(/[([]|\bnot\b/gi)?.length ?? 0) > maxGroups)
    throw invalidFilter(`has more than ${maxGroups} brackets and negations`)
  return toCondition(parseOutline(outline), texts)
}
