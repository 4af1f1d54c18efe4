/**
 * The JSON Canonicalization Scheme (RFC 8785). Numbers and strings are serialized as ECMAScript does, and names are
 * sorted by UTF-16 code units.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws RangeError if values are nested too deeply, TypeError for values that I-JSON does not allow (RFC 7493). */
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

/** ASCII text that needs no escaping. */
const plainText = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => {
  if (plainText.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate')
  return JSON.stringify(text)
}

/** Parses a text; undefined if it is not JSON. */
export const parseJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the canonical text of a value; undefined if it has none or is nested too deeply. */
export const canonicalText = (value: Json): string | undefined => {
  try {
    return canonicalize(value)
  } catch {
    return undefined
  }
}

/**
 * Whether a text is exactly ECMAScript's serialization of its value. False for duplicate names or numbers that are too
 * large.
 */
export const isPrinted = (text: string, value: Json): boolean => {
  try {
    return JSON.stringify(value) === text
  } catch {
    return false
  }
}
