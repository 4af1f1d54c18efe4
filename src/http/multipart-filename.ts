/** The escapes that browsers write into a quoted file name (WHATWG HTML). */
import { checkFilename } from '#lib/filename.ts'

const whatwgEscapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

const decode = (bytes: Uint8Array, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const percentDecode = (text: string): Uint8Array =>
  Buffer.concat(
    text
      .split(/(%[0-9A-Fa-f]{2})/)
      .map(piece => (/^%[0-9A-Fa-f]{2}$/.test(piece) ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
  )

/**
 * Returns the quoted string without backslash escapes, and the same string with the escapes of browsers decoded (WHATWG
 * HTML) and with every percent escape decoded (aiohttp).
 */
const plainNames = (quoted: string): string[] => {
  const unescaped = quoted.replaceAll(/\\(["\\])/g, '$1')
  const whatwg = unescaped.replaceAll(/%(?:22|0D|0A)/g, code => whatwgEscapes[code] ?? code)
  return [unescaped, whatwg, decode(percentDecode(unescaped), 'utf-8') ?? unescaped]
}

const extendedPattern = /^(utf-8|iso-8859-1)'[A-Za-z0-9-]*'((?:%[0-9A-Fa-f]{2}|[A-Za-z0-9!#$&+.^_`|~-])*)$/i

/** The value of `filename*` (RFC 8187), or undefined if it is malformed. */
const extendedName = (value: string): string | undefined => {
  const [, charset, text] = extendedPattern.exec(value) ?? []
  return charset === undefined || text === undefined ? undefined : decode(percentDecode(text), charset)
}

const encodedWord = /^=\?(utf-8|iso-8859-1)\?([bq])\?([^?\s]*)\?=$/i

/** Decodes the form that .NET writes into `filename` next to `filename*` (RFC 2047). */
const mimeName = (text: string): string | undefined => {
  const [, charset, kind, content] = encodedWord.exec(text) ?? []
  if (charset === undefined || kind === undefined || content === undefined) return undefined
  if (kind.toLowerCase() === 'b') return decode(Buffer.from(content, 'base64'), charset)
  return decode(percentDecode(content.replaceAll('_', ' ').replaceAll('=', '%')), charset)
}

/** Whether `filename` and `filename*` name the same file, in one of the forms that clients use. */
const isSame = (quoted: string, name: string): boolean => [...plainNames(quoted), mimeName(quoted)].includes(name)

/**
 * Finds the candidates for a file's name, each acceptable to `checkFilename`. Decodes `filename*`; a `filename` next to
 * it must name the same file.
 * @returns the names, or a description of the problem
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
  if (name === undefined) return 'filename* is malformed: send it as in RFC 8187, or send only filename, in UTF-8'
  if (quoted !== undefined && !isSame(quoted, name))
    return 'filename and filename* name different files: send only filename, in UTF-8'
  const problem = checkFilename(name)
  return problem === undefined ? [name] : `the filename ${problem}`
}
