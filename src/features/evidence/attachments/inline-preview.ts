import { fileTypeFromBuffer } from 'file-type'
import { BLOB_HEAD_BYTES } from '#lib/blob-store.ts'

type Check = (head: Buffer, parameters: string) => Promise<boolean>

const detectType = async (head: Buffer): Promise<string | undefined> =>
  (await fileTypeFromBuffer(head).catch(() => undefined))?.mime

/**
 * Checks the first bytes before it calls file-type, which would look into archives. Uploads are never unpacked.
 */
const startsWith =
  (firstBytes: string, ...types: readonly string[]): Check =>
  async head =>
    head.toString('latin1', 0, firstBytes.length) === firstBytes && types.includes((await detectType(head)) ?? '')

/** C0 except tab, line feed, form feed and carriage return; DEL; C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const binaryCharacter = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/
const startsLikeMarkup = /^\uFEFF?\s*</
const utf8Parameters = /^(?:\s*;\s*charset\s*=\s*"?(?:utf-8|us-ascii)"?\s*)?$/i

/** Accepts UTF-8 text that cannot be mistaken for another format. The sample may end within a character. */
const plainText: Check = async (head, parameters) => {
  if (!utf8Parameters.test(parameters)) return false
  const text = decodeSample(head)
  if (text === undefined || binaryCharacter.test(text) || startsLikeMarkup.test(text)) return false
  return (await detectType(head)) === undefined
}

const decodeSample = (head: Buffer): string | undefined => {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return decoder.decode(head, { stream: head.length >= BLOB_HEAD_BYTES })
  } catch {
    return undefined
  }
}

const checks: ReadonlyMap<string, Check> = new Map([
  ['image/png', startsWith('\x89PNG\r\n\x1a\n', 'image/png', 'image/apng')],
  ['image/jpeg', startsWith('\xff\xd8\xff', 'image/jpeg')],
  ['image/gif', startsWith('GIF8', 'image/gif')],
  ['image/webp', startsWith('RIFF', 'image/webp')],
  ['application/pdf', startsWith('%PDF-', 'application/pdf')],
  ['text/plain', plainText],
])

/**
 * Whether a page may show the file inline: the table above lists the declared type, and the first bytes match it (open
 * points "Attachments"). Never allows HTML, SVG or XML, regardless of the declared type.
 * @param head the first bytes of the file, BLOB_HEAD_BYTES of them if it is longer
 */
export const inlinePreviewAllowed = async (contentType: string, head: Buffer): Promise<boolean> => {
  const [, mediaType = '', parameters = ''] = /^\s*([^\s;]+)\s*(.*)$/s.exec(contentType) ?? []
  const check = checks.get(mediaType.toLowerCase())
  return check === undefined ? false : await check(head, parameters)
}
