/** Reusable buffers of one size, which save the system and the garbage collector from finding memory. */
export class BufferPool {
  readonly bufferBytes: number
  readonly #spareBuffers: number
  readonly #spare: ArrayBuffer[] = []
  /** Weak: buffers that are never returned are collected. */
  readonly #taken = new WeakSet<object>()

  constructor(bufferBytes: number, spareBuffers: number) {
    this.bufferBytes = bufferBytes
    this.#spareBuffers = spareBuffers
  }

  /** A buffer with arbitrary content. It belongs to the caller until it is returned. */
  take(): Buffer {
    const memory = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes).buffer
    this.#taken.add(memory)
    return Buffer.from(memory)
  }

  /**
   * Takes back the buffer of these bytes, which must not be used from then on. Other bytes, and repeated returns, are
   * ignored.
   */
  giveBack({ buffer }: Buffer): void {
    if (this.#taken.delete(buffer) && this.#spare.length < this.#spareBuffers) this.#spare.push(buffer as ArrayBuffer)
  }
}
