import { type Static, type TObject, Type } from 'typebox'
import type { Services } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { atMostBytes } from '#http/sentences.ts'
import { checkFilename } from '#lib/filename.ts'
import { sentence } from '#lib/sentence.ts'
import type { AnnouncedFile } from './receive-file.ts'

const token = "[A-Za-z0-9!#$&^_.+'*%`|~-]+"

/** The body fields that announce a file. */
export const announcedFile = {
  originalFilename: Type.String({ minLength: 1, maxLength: 255 }),
  contentType: Type.String({
    maxLength: 255,
    patternMessage: sentence`field.media_type: must be a media type, such as text/plain`,
    pattern: `^${token}/${token}( *; *${token}=(${token}|"[^"\\\\]*"))*$`,
    description: 'Media type (RFC 9110 section 8.3.1).',
  }),
  byteSize: Type.Integer({ minimum: 1 }),
  checksumSha256: Type.String({
    pattern: '^[0-9a-fA-F]{64}$',
    patternMessage: sentence`field.sha256: must be a SHA-256 digest: 64 hexadecimal digits`,
    description: 'SHA-256, hexadecimal.',
  }),
}

/** Reads the announced file from a body. Throws a 400 for a forbidden name or size. */
export const readAnnounced = (
  { originalFilename, contentType, byteSize, checksumSha256 }: Static<TObject<typeof announcedFile>>,
  { maxUploadBytes }: Services['settings'],
): AnnouncedFile => {
  const problem = checkFilename(originalFilename)
  if (problem) throw invalid(['originalFilename'], problem)
  if (byteSize > maxUploadBytes) throw invalid(['byteSize'], atMostBytes(maxUploadBytes))
  return { originalFilename, contentType, byteSize, checksumSha256: checksumSha256.toLowerCase() }
}
