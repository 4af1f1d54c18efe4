/**
 * Cuts bytes that arrive in buffers of any size into blocks of one size. Each block may change at the next step; at
 * most one is kept.
 */
export class Blocks {
  readonly #size: number
  readonly #held: Buffer
  #filled = 0

  constructor(size: number) {
    this.#size = size
    this.#held = Buffer.allocUnsafeSlow(size)
  }

  /** Full blocks, each only once more bytes have arrived: until then it may be the last. */
  *push(bytes: Buffer): Generator<Buffer, void, void> {
    let rest = bytes
    while (this.#filled + rest.length > this.#size) {
      const taken = this.#size - this.#filled
      const isWhole = this.#filled === 0
      if (!isWhole) rest.copy(this.#held, this.#filled, 0, taken)
      this.#filled = 0
      yield isWhole ? rest.subarray(0, taken) : this.#held
      rest = rest.subarray(taken)
    }
    this.#filled += rest.copy(this.#held, this.#filled)
  }

  /** The last block: full or shorter, and empty only if no bytes arrived. */
  end(): Buffer {
    return this.#held.subarray(0, this.#filled)
  }
}
