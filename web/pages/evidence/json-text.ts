const space = /[ \t\n\r]*/y
const word =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a JSON text has none inside its strings
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const name = /"(?:[^"\\]|\\.)*"/y

/**
 * Where a text stops being JSON (RFC 8259), or undefined when it is JSON. Browsers word it differently, and Chromium
 * gives no position for short texts.
 */
const faultAt = (text: string): number | undefined => {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found !== null
  }
  const sign = (character: string): boolean => {
    take(space)
    if (text[at] !== character) return false
    at += 1
    return true
  }
  const member = (): boolean => {
    take(space)
    return take(name) && sign(':') && value()
  }
  const rest = (item: () => boolean, end: string): boolean => {
    if (sign(end)) return true
    do if (!item()) return false
    while (sign(','))
    return sign(end)
  }
  const value = (): boolean => {
    take(space)
    if (take(word)) return true
    if (sign('{')) return rest(member, '}')
    return sign('[') && rest(value, ']')
  }
  const isValue = value()
  if (isValue) take(space)
  return isValue && at === text.length ? undefined : at
}

export type JsonText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'notObject' }
  | { readonly kind: 'fault'; readonly line: number; readonly column: number }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a typed JSON object, or returns where it is wrong; lines and columns start at 1. */
export const readJsonText = (text: string): JsonText => {
  if (text.trim() === '') return { kind: 'empty' }
  const fault = faultAt(text)
  if (fault !== undefined) {
    const before = text.slice(0, fault).split('\n')
    return { kind: 'fault', line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
  const value: unknown = JSON.parse(text)
  return isObject(value) ? { kind: 'object', value } : { kind: 'notObject' }
}
