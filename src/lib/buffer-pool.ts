/** Buffers of one size that are used again, so that neither the system nor the garbage collector has to find memory. */
export class BufferPool {
  readonly bufferBytes: number
  readonly #spareBuffers: number
  readonly #spare: ArrayBuffer[] = []
  /** Weak: what is never given back is collected. */
  readonly #taken = new WeakSet<object>()

  constructor(bufferBytes: number, spareBuffers: number) {
    this.bufferBytes = bufferBytes
    this.#spareBuffers = spareBuffers
  }

  /** A buffer with any bytes in it. It belongs to the caller until it is given back. */
  take(): Buffer {
    const memory = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes).buffer
    this.#taken.add(memory)
    return Buffer.from(memory)
  }

  /** Takes back the buffer of these bytes, which nobody may use from now on. Other bytes, and the same twice, are ignored. */
  giveBack({ buffer }: Buffer): void {
    if (this.#taken.delete(buffer) && this.#spare.length < this.#spareBuffers) this.#spare.push(buffer as ArrayBuffer)
  }
}
