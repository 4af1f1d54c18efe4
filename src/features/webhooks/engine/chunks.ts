/** Receives the decoded body. */
export interface ChunkHandler {
  /** Handles a part of the body. Returns whether to continue. */
  data(part: Buffer): boolean
}

/**
 * The reader's position: in a size line, in a chunk, at the line break after a chunk, in the trailers, or at the end.
 */
type Phase = 'size' | 'data' | 'break' | 'trailers' | 'ended'

const maxLineBytes = 4096
const maxTrailerBytes = 16 * 1024
const sizeLine = /^([0-9a-f]{1,12})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i
const lineFeed = 0x0a

/** Decodes a chunked body (RFC 9112 section 7.1), skipping trailers. */
export class Chunks {
  readonly #handler: ChunkHandler
  #phase: Phase = 'size'
  /** The remaining bytes of the current chunk. */
  #remaining = 0
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
   * Returns the number of bytes read, or -1 if they are invalid. Stops early if the body ends or `data` returns false.
   */
  read(bytes: Buffer): number {
    let offset = 0
    while (offset < bytes.length && this.#phase !== 'ended') {
      if (this.#phase === 'data') {
        const part = bytes.subarray(offset, offset + this.#remaining)
        offset += part.length
        this.#remaining -= part.length
        if (this.#remaining === 0) this.#phase = 'break'
        if (!this.#handler.data(part)) return offset
        continue
      }
      const end = bytes.indexOf(lineFeed, offset)
      const lineEnd = end < 0 ? bytes.length : end + 1
      this.#line += bytes.toString('latin1', offset, lineEnd)
      offset = lineEnd
      if (this.#line.length > maxLineBytes) return -1
      if (end >= 0 && !this.#endLine()) return -1
    }
    return offset
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
      return this.#trailers <= maxTrailerBytes
    }
    const [, size] = sizeLine.exec(line) ?? []
    if (size === undefined) return false
    this.#remaining = Number.parseInt(size, 16)
    this.#phase = this.#remaining === 0 ? 'trailers' : 'data'
    return true
  }
}
