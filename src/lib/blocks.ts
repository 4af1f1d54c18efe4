/**
 * Cuts bytes that arrive in buffers of any size into blocks of one size. Each block may change at the next step; it
 * buffers at most one block.
 */
export class Blocks {
  readonly #size: number
  readonly #buffer: Buffer
  #filled = 0

  constructor(size: number) {
    this.#size = size
    this.#buffer = Buffer.allocUnsafeSlow(size)
  }

  /** Yields full blocks, each only after more bytes have arrived, because it may be the last one. */
  *push(bytes: Buffer): Generator<Buffer, void, void> {
    let rest = bytes
    while (this.#filled + rest.length > this.#size) {
      const missing = this.#size - this.#filled
      const isWhole = this.#filled === 0
      if (!isWhole) rest.copy(this.#buffer, this.#filled, 0, missing)
      this.#filled = 0
      yield isWhole ? rest.subarray(0, missing) : this.#buffer
      rest = rest.subarray(missing)
    }
    this.#filled += rest.copy(this.#buffer, this.#filled)
  }

  /** Returns the last block, which is full or shorter, and empty only if no bytes arrived. */
  end(): Buffer {
    return this.#buffer.subarray(0, this.#filled)
  }
}
