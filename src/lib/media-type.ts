// Compares media types as RFC 9110 section 8.3.1 requires.

const parameter = /[ \t]*;[ \t]*([^\s=;]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))/gs

/** Converts a media type to its canonical form: lower case, with unquoted parameters sorted by name. */
const canonicalMediaType = (text: string): string => {
  const [type = ''] = text.trim().split(';', 1)
  const parameters = [...text.matchAll(parameter)].map(([, name = '', quoted, token = '']) => {
    const value = quoted === undefined ? token : quoted.replace(/\\(.)/gs, '$1')
    return [name.toLowerCase(), name.toLowerCase() === 'charset' ? value.toLowerCase() : value] as const
  })
  const sorted = parameters.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return [type.trim().toLowerCase(), ...sorted.map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(';')
}

export const isSameMediaType = (one: string, other: string): boolean =>
  canonicalMediaType(one) === canonicalMediaType(other)
