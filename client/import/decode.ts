/** Decodes the text of a file. A byte order mark determines its encoding. */
import { UnreadableFile } from './unreadable-file.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const marks: readonly (readonly [encoding: Encoding, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Bytes that windows-1252 does not define, and control characters that do not occur in text. */
const nonTextBytes: ReadonlySet<number> = new Set([
  ...[0x81, 0x8d, 0x8f, 0x90, 0x9d],
  ...Array.from({ length: 9 }, (_, i) => i),
  ...[0x0b, 0x0e, 0x0f, 0x7f],
])

const tryDecode = (bytes: Uint8Array, encoding: Encoding): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes text as UTF-8, or by its byte order mark, which is removed. Throws {@link UnreadableFile}. */
export const decodeText = (bytes: Uint8Array): string => {
  const [encoding = 'utf-8'] = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? []
  const text = tryDecode(bytes, encoding)
  if (text === undefined) throw new UnreadableFile('notUtf8')
  return text
}

/**
 * Like {@link decodeText}, but also accepts windows-1252, which spreadsheet programs in western Europe and America use.
 */
export const decodeTable = (bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } => {
  const [markedEncoding] = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? []
  const encoding = markedEncoding ?? 'utf-8'
  const text = tryDecode(bytes, encoding)
  if (text !== undefined) return { text, encoding }
  const isForeign = markedEncoding !== undefined || bytes.some(byte => nonTextBytes.has(byte))
  const westernText = isForeign ? undefined : tryDecode(bytes, 'windows-1252')
  if (westernText === undefined) throw new UnreadableFile('unknownEncoding')
  return { text: westernText, encoding: 'windows-1252' }
}
