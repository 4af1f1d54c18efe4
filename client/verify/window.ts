import type { Source } from './primitives.ts'

/** The source ended before the requested bytes. */
export class EndsEarly extends Error {}

const span = 1 << 18

/** Reads a source through a buffer of 256 KiB, so that many small sequential reads need few reads of the source. */
export class Window {
  readonly #source: Source
  #from = 0
  readonly #buffer: Uint8Array
  #bytes: Uint8Array = new Uint8Array()

  constructor(source: Source) {
    this.#source = source
    this.#buffer = new Uint8Array(Math.min(span, source.size))
  }

  /** Returns 1 to `maxLength` bytes at `offset`, as a view that is valid only until the next call. */
  async some(offset: number, maxLength: number): Promise<Uint8Array> {
    const { size } = this.#source
    if (offset < 0 || offset >= size) throw new EndsEarly()
    const end = this.#from + this.#bytes.length
    if (offset < this.#from || offset >= end) {
      this.#bytes = new Uint8Array()
      this.#bytes = await this.#source.read(offset, Math.min(span, size - offset), this.#buffer)
      this.#from = offset
    }
    const start = offset - this.#from
    return this.#bytes.subarray(start, Math.min(start + maxLength, this.#bytes.length))
  }

  /** Returns exactly `length` bytes at `offset`, as a view that is valid only until the next call. */
  async all(offset: number, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array()
    const first = await this.some(offset, length)
    if (first.length === length) return first
    const bytes = new Uint8Array(length)
    bytes.set(first)
    for (let at = first.length; at < length; ) {
      const piece = await this.some(offset + at, length - at)
      bytes.set(piece, at)
      at += piece.length
    }
    return bytes
  }
}
