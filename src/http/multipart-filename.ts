/** The file name of a part, in the forms that clients use: quoted, escaped, or encoded beside it. */
import { checkFilename } from '#lib/filename.ts'

const whatwgEscapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

const decoded = (bytes: Uint8Array, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const percentDecoded = (text: string): Uint8Array =>
  Buffer.concat(
    text
      .split(/(%[0-9A-Fa-f]{2})/)
      .map(piece => (/^%[0-9A-Fa-f]{2}$/.test(piece) ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
  )

/**
 * The quoted string without backslash escapes, the same after decoding the escapes of browsers (WHATWG HTML), and the
 * same after decoding every percent escape (aiohttp).
 */
const plainNames = (quoted: string): string[] => {
  const unescaped = quoted.replaceAll(/\\(["\\])/g, '$1')
  const whatwg = unescaped.replaceAll(/%(?:22|0D|0A)/g, code => whatwgEscapes[code] ?? code)
  return [unescaped, whatwg, decoded(percentDecoded(unescaped), 'utf-8') ?? unescaped]
}

const extended = /^(utf-8|iso-8859-1)'[A-Za-z0-9-]*'((?:%[0-9A-Fa-f]{2}|[A-Za-z0-9!#$&+.^_`|~-])*)$/i

/** The value of `filename*` (RFC 8187), or undefined if it is malformed. */
const extendedName = (value: string): string | undefined => {
  const [, charset, text] = extended.exec(value) ?? []
  return charset === undefined || text === undefined ? undefined : decoded(percentDecoded(text), charset)
}

const encodedWord = /^=\?(utf-8|iso-8859-1)\?([bq])\?([^?\s]*)\?=$/i

/** The form that .NET writes into `filename` beside `filename*` (RFC 2047). */
const mimeName = (text: string): string | undefined => {
  const [, charset, kind, content] = encodedWord.exec(text) ?? []
  if (charset === undefined || kind === undefined || content === undefined) return undefined
  if (kind.toLowerCase() === 'b') return decoded(Buffer.from(content, 'base64'), charset)
  return decoded(percentDecoded(content.replaceAll('_', ' ').replaceAll('=', '%')), charset)
}

/** Whether `filename` and `filename*` name the same file, in one of the forms that clients use. */
const isSame = (quoted: string, name: string): boolean => [...plainNames(quoted), mimeName(quoted)].includes(name)

/**
 * The candidates for a file's name, each acceptable to `checkFilename`. `filename*` is decoded, and a `filename` beside it
 * has to name the same file.
 * @returns the names, or in words what is wrong
 */
export const filenameCandidates = (
  quoted: string | undefined,
  encoded: string | undefined,
): readonly string[] | string => {
  if (encoded === undefined) {
    if (quoted === undefined) return 'the part has no filename'
    const names = [...new Set(plainNames(quoted))]
    const accepted = names.filter(name => checkFilename(name) === undefined)
    return accepted.length > 0 ? accepted : `the filename ${checkFilename(names[0] ?? '')}`
  }
  const name = extendedName(encoded)
  if (name === undefined) return 'filename* is malformed: send it as RFC 8187 says, or filename in UTF-8 alone'
  if (quoted !== undefined && !isSame(quoted, name))
    return 'filename and filename* name different files: send filename in UTF-8 alone'
  const problem = checkFilename(name)
  return problem === undefined ? [name] : `the filename ${problem}`
}
