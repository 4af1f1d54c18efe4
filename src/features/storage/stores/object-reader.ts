import { createHash } from 'node:crypto'
import type { BlobReader } from '#lib/blob-store.ts'
import type { ObjectBytes } from '#lib/object-store.ts'
import type { Transform } from './spool.ts'

/** Reads the file in an object: its bytes are decrypted and hashed while streaming. */
export const openObjectReader = (bytes: ObjectBytes, transform?: Transform): BlobReader => {
  const hash = createHash('sha256')
  const iterator = bytes[Symbol.asyncIterator]()
  let readyBlocks: Iterator<Buffer> = [].values()
  let byteSize = 0
  let hasEnded = false
  let sha256: string | undefined

  const readMore = async (): Promise<void> => {
    const { done, value } = await iterator.next()
    hasEnded = done === true
    const blocks = hasEnded ? transform?.end() : (transform?.push(value) ?? [value])
    readyBlocks = (blocks ?? [])[Symbol.iterator]()
  }

  const nextBlock = async (): Promise<Buffer | undefined> => {
    for (;;) {
      const { done, value } = readyBlocks.next()
      if (!done) return value
      if (hasEnded) return undefined
      await readMore()
    }
  }

  return {
    async next() {
      const block = await nextBlock()
      if (!block) {
        sha256 ??= hash.digest('hex')
        return undefined
      }
      hash.update(block)
      byteSize += block.length
      return block
    },
    digest() {
      if (sha256 === undefined) throw new Error('the object has not been read to its end')
      return { sha256, byteSize }
    },
    close() {
      transform?.close?.()
      Promise.resolve(bytes[Symbol.asyncDispose]()).catch(() => {})
    },
  }
}
