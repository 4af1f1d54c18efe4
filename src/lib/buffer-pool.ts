/** Reuses buffers of one size, which saves allocations and garbage collection. */
export class BufferPool {
  readonly bufferBytes: number
  readonly #spareBuffers: number
  readonly #spare: ArrayBuffer[] = []
  /** Buffers in use, held weakly so that a buffer that is never returned can be collected. */
  readonly #inUse = new WeakSet<object>()

  constructor(bufferBytes: number, spareBuffers: number) {
    this.bufferBytes = bufferBytes
    this.#spareBuffers = spareBuffers
  }

  /** Returns a buffer with arbitrary content. It belongs to the caller until it is returned. */
  take(): Buffer {
    const memory = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes).buffer
    this.#inUse.add(memory)
    return Buffer.from(memory)
  }

  /**
   * Returns the buffer behind these bytes to the pool; the caller must no longer use it. Ignores buffers that did not
   * come from the pool or were already returned.
   */
  release({ buffer }: Buffer): void {
    if (this.#inUse.delete(buffer) && this.#spare.length < this.#spareBuffers) this.#spare.push(buffer as ArrayBuffer)
  }
}
