import { Readable } from 'node:stream'
import { MultipartError } from './multipart-header.ts'

/** Chunks of the body; bytes can be put back, and small amounts collected. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>
  #pending: Buffer | undefined

  constructor(raw: AsyncIterable<Buffer>) {
    this.#chunks = raw instanceof Readable ? raw.iterator({ destroyOnReturn: false }) : raw[Symbol.asyncIterator]()
  }

  /** The next chunk, never empty; undefined at the end. An aborted request counts as a truncated body. */
  async next(): Promise<Buffer | undefined> {
    if (this.#pending) {
      const pending = this.#pending
      this.#pending = undefined
      return pending
    }
    try {
      for (;;) {
        const { done, value } = await this.#chunks.next()
        if (done) return undefined
        if (value.length > 0) return value
      }
    } catch (cause) {
      throw new MultipartError('the body was cut off', { cause })
    }
  }

  unread(bytes: Buffer): void {
    this.#pending = bytes.length > 0 ? bytes : undefined
  }

  /** At least `length` bytes, or fewer if the body ends before. */
  async atLeast(length: number): Promise<Buffer> {
    let bytes = (await this.next()) ?? Buffer.alloc(0)
    while (bytes.length < length) {
      const more = await this.next()
      if (!more) break
      bytes = Buffer.concat([bytes, more])
    }
    return bytes
  }

  /** The bytes before `end`, which is consumed too; undefined if `end` does not occur within `maxBytes`. */
  async until(end: Buffer, maxBytes: number): Promise<Buffer | undefined> {
    let bytes = await this.atLeast(end.length)
    let at = bytes.indexOf(end)
    while (at === -1 && bytes.length < maxBytes + end.length) {
      const more = await this.next()
      if (!more) return undefined
      bytes = Buffer.concat([bytes, more])
      at = bytes.indexOf(end)
    }
    if (at === -1 || at > maxBytes) return undefined
    this.unread(bytes.subarray(at + end.length))
    return bytes.subarray(0, at)
  }

  /** Releases the stream without destroying it, so that the request can still be answered. */
  async release(): Promise<void> {
    await this.#chunks.return?.()
  }
}
