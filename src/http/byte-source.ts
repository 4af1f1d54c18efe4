import { Readable } from 'node:stream'
import { MultipartError } from './multipart-header.ts'

/** Reads chunks of a body; bytes can be put back, and small amounts collected. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>
  #pending: Buffer | undefined

  constructor(raw: AsyncIterable<Buffer>) {
    this.#chunks = raw instanceof Readable ? raw.iterator({ destroyOnReturn: false }) : raw[Symbol.asyncIterator]()
  }

  /** Returns the next chunk, never empty; undefined at the end. An aborted request counts as a truncated body. */
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

  /** Returns at least `length` bytes, or fewer if the body ends first. */
  async atLeast(length: number): Promise<Buffer> {
    let bytes = (await this.next()) ?? Buffer.alloc(0)
    while (bytes.length < length) {
      const more = await this.next()
      if (!more) break
      bytes = Buffer.concat([bytes, more])
    }
    return bytes
  }

  /** Returns the bytes before `end` and skips `end`; undefined if `end` does not occur within `maxBytes`. */
  async until(end: Buffer, maxBytes: number): Promise<Buffer | undefined> {
    let bytes = await this.atLeast(end.length)
    let index = bytes.indexOf(end)
    while (index === -1 && bytes.length < maxBytes + end.length) {
      const more = await this.next()
      if (!more) return undefined
      bytes = Buffer.concat([bytes, more])
      index = bytes.indexOf(end)
    }
    if (index === -1 || index > maxBytes) return undefined
    this.unread(bytes.subarray(index + end.length))
    return bytes.subarray(0, index)
  }

  /** Releases the stream without destroying it, so that the request can still be answered. */
  async release(): Promise<void> {
    await this.#chunks.return?.()
  }
}
