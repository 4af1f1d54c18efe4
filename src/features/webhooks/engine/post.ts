import type { ReceiverConnection, ReceiverConnections } from './connections.ts'
import type { Exchange, Failure, Outgoing } from './exchange.ts'
import { connectionEnded, connectionErrorCode, failureOf, unexpectedResponse } from './failure.ts'
import type { ResponseHandler } from './response-reader.ts'

const bodyLimit = 16 * 1024
const informationalLimit = 16

/** The error codes of a request on a reused connection that the receiver closes at the same time. */
const closeRaceCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', connectionEnded])

const statusFailure = (status: number): Failure | undefined => {
  if (status < 300) return undefined
  return status < 400 ? 'redirect' : 'status'
}

/** One POST of one attempt, from its start to its result. */
export class Post implements ResponseHandler {
  readonly #startedAt = performance.now()
  readonly #connections: ReceiverConnections
  readonly #deadline: NodeJS.Timeout
  readonly #end: (exchange: Exchange) => void
  #request: Outgoing | undefined
  #connection: ReceiverConnection | undefined
  #isReused = false
  #informational = 0
  #status: number | null = null
  #headers: Readonly<Record<string, string>> = {}
  #body: Buffer[] = []
  #bodyLength = 0

  constructor(
    connections: ReceiverConnections,
    request: Outgoing,
    deadlineMs: number,
    end: (exchange: Exchange) => void,
  ) {
    this.#connections = connections
    this.#request = request
    this.#end = end
    this.#deadline = setTimeout(timeOut, deadlineMs, this)
  }

  start(): void {
    this.#send(url => this.#connections.take(url))
  }

  onHead(status: number, headers: Readonly<Record<string, string>>): void {
    if (status >= 200) {
      this.#status = status
      this.#headers = headers
    } else if (++this.#informational > informationalLimit) this.#abort(unexpectedResponse)
  }

  onData(part: Buffer): void {
    const remaining = bodyLimit - this.#bodyLength
    if (remaining >= part.length) {
      // Copied, because a slice would keep its whole socket buffer of up to 64 KiB in memory.
      this.#body.push(Buffer.from(part))
      this.#bodyLength += part.length
      return
    }
    this.#body.push(Buffer.from(part.subarray(0, remaining)))
    this.#settle(true)
  }

  onEnd(keepAliveMs: number): void {
    if (!this.#request || !this.#connection) return
    this.#connections.release(this.#connection, keepAliveMs)
    this.#connection = undefined
    this.#settle(false)
  }

  onError(code: string, hasBegun: boolean): void {
    if (!this.#request) return
    if (this.#status !== null) this.#settle(true)
    else if (this.#isReused && !hasBegun && closeRaceCodes.has(code)) this.#retry()
    else this.#abort(code)
  }

  /** Ends the attempt at the deadline, with the part of the response that has arrived, or as failed. */
  timeOut(): void {
    if (!this.#request) return
    if (this.#status !== null) this.#settle(true)
    else this.#fail('timeout')
  }

  #abort(code: string): void {
    this.#fail(failureOf(code), code)
  }

  #retry(): void {
    this.#drop()
    this.#send(url => this.#connections.open(url))
  }

  #send(connect: (url: URL) => ReceiverConnection): void {
    if (!this.#request) return
    try {
      const connection = connect(this.#request.url)
      this.#connection = connection
      this.#isReused = connection.isReused
      connection.post(this.#request, this)
    } catch (error) {
      this.#abort(connectionErrorCode(error))
    }
  }

  #fail(failure: Failure, code?: string): void {
    this.#finish({ status: null, failure, code, headers: {}, body: Buffer.alloc(0), truncated: false, ms: this.#ms() })
  }

  #settle(truncated: boolean): void {
    const status = this.#status
    const failure = status === null ? 'internal' : statusFailure(status)
    const body = this.#body.length === 1 && this.#body[0] ? this.#body[0] : Buffer.concat(this.#body)
    this.#finish({ status, failure, headers: this.#headers, body, truncated, ms: this.#ms() })
  }

  #finish(exchange: Exchange): void {
    clearTimeout(this.#deadline)
    this.#request = undefined
    this.#drop()
    this.#end(exchange)
  }

  #drop(): void {
    if (this.#connection) this.#connections.drop(this.#connection)
    this.#connection = undefined
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedAt)
  }
}

/** Times out after the sockets have been read: if this process is late, a response may have arrived in time. */
const timeOut = (post: Post) => setImmediate(() => post.timeOut())
