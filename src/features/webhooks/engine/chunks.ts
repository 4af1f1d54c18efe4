/** Receives the decoded body. */
export interface ChunkHandler {
  /** Handles a part of the body. Returns whether to continue. */
  data(part: Buffer): boolean
}

/**
 * The reader's position: in a size line, in a chunk, at the line break after a chunk, in the trailers, or at the end.
 */
type Phase = 'size' | 'data' | 'break' | 'trailers' | 'ended'

const maxLine = 4096
const maxTrailers = 16 * 1024
const sizeLine = /^([0-9a-f]{1,12})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i
const lineFeed = 0x0a

/** Decodes a chunked body (RFC 9112 section 7.1); trailers are skipped. */
export class Chunks {
  readonly #handler: ChunkHandler
  #phase: Phase = 'size'
  /** The remaining bytes of the current chunk. */
  #left = 0
  /** The part of the current line that has arrived. */
  #line = ''
  #trailers = 0

  constructor(handler: ChunkHandler) {
    this.#handler = handler
  }

  get isEnded(): boolean {
    return this.#phase === 'ended'
  }

  /**
   * Returns the number of bytes read, or -1 if they are invalid. It reads fewer bytes than it gets if the body ends or
   * `data` stops it.
   */
  read(bytes: Buffer): number {
    let at = 0
    while (at < bytes.length && this.#phase !== 'ended') {
      if (this.#phase === 'data') {
        const part = bytes.subarray(at, at + this.#left)
        at += part.length
        this.#left -= part.length
        if (this.#left === 0) this.#phase = 'break'
        if (!this.#handler.data(part)) return at
        continue
      }
      const end = bytes.indexOf(lineFeed, at)
      const stop = end < 0 ? bytes.length : end + 1
      this.#line += bytes.toString('latin1', at, stop)
      at = stop
      if (this.#line.length > maxLine) return -1
      if (end >= 0 && !this.#endLine()) return -1
    }
    return at
  }

  /** Returns whether the line is valid. */
  #endLine(): boolean {
    const isWhole = this.#line.endsWith('\r\n')
    const line = this.#line.slice(0, -2)
    this.#line = ''
    if (!isWhole) return false
    if (this.#phase === 'break') {
      this.#phase = 'size'
      return line === ''
    }
    if (this.#phase === 'trailers') {
      this.#trailers += line.length
      if (line === '') this.#phase = 'ended'
      return this.#trailers <= maxTrailers
    }
    const [, size] = sizeLine.exec(line) ?? []
    if (size === undefined) return false
    this.#left = Number.parseInt(size, 16)
    this.#phase = this.#left === 0 ? 'trailers' : 'data'
    return true
  }
}
