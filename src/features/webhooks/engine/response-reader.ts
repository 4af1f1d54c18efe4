import { Chunks } from './chunks.ts'
import { connectionEnded, headersTooLarge, invalidResponse, unexpectedResponse } from './failure.ts'
import { isBeginning, type ResponseHead, readHead } from './response-head.ts'

/** The end of a head: an empty line. */
const headEnd = '\r\n\r\n'
const carriageReturn = 0x0d
const lineFeed = 0x0a
const maxHeadBytes = 16 * 1024

/** Receives the parts of a response. */
export interface ResponseHandler {
  /** Also called for interim responses, with a status below 200. */
  onHead(status: number, headers: Readonly<Record<string, string>>): void
  /** A slice of the data read from the socket. */
  onData(part: Buffer): void
  /** `keepAliveMs`: how long the idle connection can be reused, in milliseconds; 0 if it must not be reused. */
  onEnd(keepAliveMs: number): void
  /** Called if the response is missing, incomplete or invalid. `hasBegun`: some of its bytes have arrived. */
  onError(code: string, hasBegun: boolean): void
}

/** Reads the response to one request as its bytes arrive (RFC 9112). */
export class ResponseReader {
  #handler: ResponseHandler | undefined
  #hasBegun = false
  #text = ''
  #head: ResponseHead | undefined
  #remaining = 0
  #chunks: Chunks | undefined

  constructor(handler: ResponseHandler) {
    this.#handler = handler
  }

  /** Stops calling the handler. */
  abandon(): void {
    this.#handler = undefined
  }

  read(bytes: Buffer): void {
    this.#hasBegun = true
    let offset = 0
    while (this.#handler && !this.#head) {
      offset = this.#readHead(bytes, offset)
      if (offset < 0) return
    }
    this.#readBody(offset === 0 ? bytes : bytes.subarray(offset))
  }

  /** Called when the receiver has closed its side. */
  onClosed(): void {
    if (this.#head?.framing === 'until-close') this.#end(0)
    else this.fail(connectionEnded)
  }

  fail(code: string): void {
    const handler = this.#handler
    this.#handler = undefined
    handler?.onError(code, this.#hasBegun)
  }

  /** Returns the offset after the head, or a negative number if the head is incomplete or invalid. */
  #readHead(bytes: Buffer, from: number): number {
    let offset = from
    // Empty lines before a response are skipped, as in llhttp.
    while (this.#text === '' && (bytes[offset] === carriageReturn || bytes[offset] === lineFeed)) offset++
    const buffered = this.#text.length
    const text = this.#text + bytes.toString('latin1', offset, offset + maxHeadBytes + headEnd.length - buffered)
    const end = text.indexOf(headEnd, Math.max(0, buffered - headEnd.length))
    if (end < 0 && text.length >= maxHeadBytes + headEnd.length) return this.#reject(headersTooLarge)
    if (end < 0) {
      this.#text = text
      return isBeginning(text) ? -1 : this.#reject(invalidResponse)
    }
    const head = readHead(text.slice(0, end))
    if (!head) return this.#reject(invalidResponse)
    const { status, headers, framing } = head
    if (status === 100 || status === 101) return this.#reject(unexpectedResponse)
    this.#text = ''
    if (status >= 200) this.#head = head
    if (typeof framing === 'number') this.#remaining = framing
    else if (framing === 'chunked') this.#chunks = new Chunks(this)
    this.#handler?.onHead(status, headers)
    return offset + end + headEnd.length - buffered
  }

  #reject(code: string): -1 {
    this.fail(code)
    return -1
  }

  #readBody(bytes: Buffer): void {
    if (this.#chunks) this.#readChunks(this.#chunks, bytes)
    else if (this.#head?.framing === 'until-close') this.data(bytes)
    else {
      const part = bytes.subarray(0, this.#remaining)
      this.#remaining -= part.length
      if (!this.data(part) || this.#remaining > 0) return
      // Extra bytes belong to no request, so the connection is not reused after them.
      this.#end(part.length === bytes.length ? (this.#head?.keepAliveMs ?? 0) : 0)
    }
  }

  #readChunks(chunks: Chunks, bytes: Buffer): void {
    const bytesRead = chunks.read(bytes)
    if (bytesRead < 0) this.fail(invalidResponse)
    else if (chunks.isEnded) this.#end(bytesRead === bytes.length ? (this.#head?.keepAliveMs ?? 0) : 0)
  }

  /** Handles a part of the body. Returns whether to continue. */
  data(part: Buffer): boolean {
    if (part.length > 0) this.#handler?.onData(part)
    return this.#handler !== undefined
  }

  #end(keepAliveMs: number): void {
    const handler = this.#handler
    this.#handler = undefined
    handler?.onEnd(keepAliveMs)
  }
}
