import { type Filter, parse } from 'scim2-parse-filter'
import { ScimProblem } from './problem.ts'

/** Longer filters are rejected. Senders look up one or two attributes, in less than 400 characters. */
const maxLength = 1024
const maxGroups = 16

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le'] as const

type Operator = (typeof operators)[number]

/** A parsed filter, of known operators only; attribute names are in lower case. */
export type Condition =
  | { readonly op: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly op: 'not'; readonly part: Condition }
  | { readonly op: 'has'; readonly attribute: string; readonly part: Condition }
  | { readonly op: 'pr'; readonly attribute: string }
  | { readonly op: Operator; readonly attribute: string; readonly value: string | number | boolean | null }

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
const control = /[\u0000-\u001f\u007f]/

const wrong = (message: string) => new ScimProblem('invalidFilter', `The filter ${message}.`)

const quoted = /"(?:[^"\\]|\\.)*"/g

/**
 * Texts are removed before the library parses the filter: it reads a backslash differently from JSON, and its time
 * doubles with each line feed of a text that does not end.
 */
const takeTexts = (filter: string): { readonly outline: string; readonly texts: readonly string[] } => {
  const texts: string[] = []
  const outline = filter.replaceAll(quoted, literal => {
    try {
      texts.push(String(JSON.parse(literal)))
    } catch {
      throw wrong('has a text that is not a JSON string')
    }
    return `"${texts.length - 1}"`
  })
  return { outline, texts }
}

const isOperator = (op: string): op is Operator => operators.some(known => known === op)

const conditionOf = (filter: Filter, texts: readonly string[]): Condition => {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, parts: filter.filters.map(part => conditionOf(part, texts)) }
    case 'not':
      return { op: 'not', part: conditionOf(filter.filter, texts) }
    case '[]':
      return { op: 'has', attribute: filter.attrPath.toLowerCase(), part: conditionOf(filter.valFilter, texts) }
    case 'pr':
      return { op: 'pr', attribute: filter.attrPath.toLowerCase() }
    default:
      // The library takes any word for a logical operator that JavaScript's objects have, such as `constructor`.
      if (!isOperator(filter.op)) throw wrong(`has an unknown operator, ${String(Object(filter).op)}`)
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
    throw wrong('cannot be read; an example is userName eq "alice@example.com"')
  }
}

/** Parses a filter (RFC 7644 section 3.4.2.2). Throws `invalidFilter`. */
export const parseFilter = (filter: string): Condition => {
  if (filter.length > maxLength) throw wrong(`is longer than ${maxLength} characters`)
  const { outline, texts } = takeTexts(filter)
  // Also control characters that a text writes as \u0000, which the database does not accept in any text.
  if (control.test(filter) || texts.some(text => control.test(text))) throw wrong('has control characters')
  if ((outline.match(/[([]|\bnot\b/gi)?.length ?? 0) > maxGroups)
    throw wrong(`has more than ${maxGroups} brackets and negations`)
  return conditionOf(parseOutline(outline), texts)
}
