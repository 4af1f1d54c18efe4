const space = /[ \t\n\r]*/y
const word =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings contain no control characters
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const name = /"(?:[^"\\]|\\.)*"/y

/**
 * The index at which a text stops being JSON (RFC 8259), or undefined for valid JSON. The errors of browsers differ, and
 * Chromium's have no position for short texts.
 */
const findFault = (text: string): number | undefined => {
  let index = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (match) index += match[0].length
    return match !== null
  }
  const sign = (character: string): boolean => {
    take(space)
    if (text[index] !== character) return false
    index += 1
    return true
  }
  const member = (): boolean => {
    take(space)
    return take(name) && sign(':') && value()
  }
  const items = (item: () => boolean, end: string): boolean => {
    if (sign(end)) return true
    do if (!item()) return false
    while (sign(','))
    return sign(end)
  }
  const value = (): boolean => {
    take(space)
    if (take(word)) return true
    if (sign('{')) return items(member, '}')
    return sign('[') && items(value, ']')
  }
  const isValue = value()
  if (isValue) take(space)
  return isValue && index === text.length ? undefined : index
}

export type JsonText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'notObject' }
  | { readonly kind: 'fault'; readonly line: number; readonly column: number }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a typed JSON object, or returns the position of the fault. Lines and columns start at 1. */
export const readJsonText = (text: string): JsonText => {
  if (text.trim() === '') return { kind: 'empty' }
  const fault = findFault(text)
  if (fault !== undefined) {
    const before = text.slice(0, fault).split('\n')
    return { kind: 'fault', line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
  const value: unknown = JSON.parse(text)
  return isObject(value) ? { kind: 'object', value } : { kind: 'notObject' }
}
