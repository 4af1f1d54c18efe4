/**
 * JSON Canonicalization Scheme (RFC 8785). Numbers and strings are as ECMAScript prints them, which is what the RFC
 * asks for; names are in the order of their UTF-16 code units.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws RangeError where values are nested too deeply, TypeError where I-JSON (RFC 7493) has no such value. */
export const canonicalize = (value: Json): string => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('not a number of JSON')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  const object = value as JsonObject
  let members = ''
  for (const name of Object.keys(object).sort())
    members += `${members && ','}${quoted(name)}:${canonicalize(object[name] as Json)}`
  return `{${members}}`
}

/** ASCII that is printed as it is. */
const plain = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => {
  if (plain.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate')
  return JSON.stringify(text)
}

/** Parses a text; undefined where it is no JSON. */
export const parseJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Its canonical text; undefined where it has none, or is nested too deeply. */
export const canonicalText = (value: Json): string | undefined => {
  try {
    return canonicalize(value)
  } catch {
    return undefined
  }
}

/** Whether a text is how ECMAScript prints what it says: false where a name stands twice, or a number is too large. */
export const isPrinted = (text: string, value: Json): boolean => {
  try {
    return JSON.stringify(value) === text
  } catch {
    return false
  }
}
