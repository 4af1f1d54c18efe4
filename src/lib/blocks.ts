/**
 * Splits bytes that arrive in buffers of any size into blocks of one size. Buffers at most one block. A yielded block
 * is valid only until the next step.
 */
export class Blocks {
  readonly #size: number
  readonly #buffer: Buffer
  #filled = 0

  constructor(size: number) {
    this.#size = size
    this.#buffer = Buffer.allocUnsafeSlow(size)
  }

  /** Yields full blocks. Holds the last full block back until more bytes arrive, because it may be the final one. */
  *push(bytes: Buffer): Generator<Buffer, void, void> {
    let remaining = bytes
    while (this.#filled + remaining.length > this.#size) {
      const needed = this.#size - this.#filled
      const isBufferEmpty = this.#filled === 0
      if (!isBufferEmpty) remaining.copy(this.#buffer, this.#filled, 0, needed)
      this.#filled = 0
      yield isBufferEmpty ? remaining.subarray(0, needed) : this.#buffer
      remaining = remaining.subarray(needed)
    }
    this.#filled += remaining.copy(this.#buffer, this.#filled)
  }

  /** Returns the final block, which may be shorter than the others, and is empty only if no bytes arrived. */
  end(): Buffer {
    return this.#buffer.subarray(0, this.#filled)
  }
}
