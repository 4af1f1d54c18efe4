import { createHash } from 'node:crypto'

const mebibyte = 1024 * 1024

/** A MiB without any pattern that a multipart parser or a disk could exploit. It is the same in every process. */
export const uploadChunk: Buffer = createHash('shake256', { outputLength: mebibyte }).update('probata').digest()

/** Returns the SHA-256, in hex, of the chunk repeated `times` times. */
export const digestOfChunks = (times: number): string => {
  const sha256 = createHash('sha256')
  for (let i = 0; i < times; i++) sha256.update(uploadChunk)
  return sha256.digest('hex')
}
