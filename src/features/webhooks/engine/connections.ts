import type { Socket } from 'node:net'
import type { Guard } from '#lib/guarded/guard.ts'
import type { Outgoing } from './exchange.ts'
import { connectionEnded, connectionErrorCode, senderDisposed } from './failure.ts'
import { type Route, renderPost, targetOf } from './message.ts'
import { type ResponseHandler, ResponseReader } from './response-reader.ts'

const sweepMs = 500
/**
 * The maximum number of idle connections to all origins, equal to the limit of attempts in flight. Further connections
 * close after use.
 */
const maxIdle = 1024

/** One connection, with one request at a time (RFC 9112). */
export class ReceiverConnection {
  readonly origin: string
  readonly #guard: Guard
  readonly #route: Route
  /** Called when the connection ends while no request is in flight. */
  readonly #onIdleEnd: (connection: ReceiverConnection) => void
  /** The socket that is connecting. Through a proxy, it differs from `#socket`. */
  #connecting: Socket | undefined
  #socket: Socket | undefined
  #reader: ResponseReader | undefined
  #message: Buffer | undefined
  #isEnded = false
  /** Whether the connection has carried an earlier request, so that the receiver may be closing it. */
  isReused = false
  /** When the idle time ends, by the monotonic clock. */
  idleUntil = 0

  constructor(url: URL, guard: Guard, onIdleEnd: (connection: ReceiverConnection) => void) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('not an HTTP URL')
    this.origin = url.origin
    this.#guard = guard
    this.#onIdleEnd = onIdleEnd
    const forwarder = guard.forwarder(url)
    const authorization = forwarder?.proxy.authorization
    this.#route = {
      prefix: forwarder ? url.origin : '',
      lines: authorization ? `proxy-authorization: ${authorization}\r\n` : '',
    }
  }

  /** Sends a request, connecting first if necessary. Throws if it cannot be sent. */
  post(request: Outgoing, handler: ResponseHandler): void {
    const message = renderPost(request, this.#route)
    this.#reader = new ResponseReader(handler)
    if (this.#socket) this.#socket.write(message)
    else {
      this.#message = message
      this.#connect(request.url)
    }
  }

  /** Whether the whole request has been sent, so that another can follow. */
  get isFlushed(): boolean {
    return !this.#isEnded && this.#socket?.writableLength === 0
  }

  /** Makes the connection idle after the response has been read. */
  makeIdle(): void {
    this.#reader = undefined
    this.isReused = true
  }

  /** Closes the connection in any state, without reporting it. */
  destroy(): void {
    this.#reader?.abandon()
    this.#reader = undefined
    this.#isEnded = true
    this.#socket?.destroy()
    this.#connecting?.destroy()
  }

  /** Closes the connection in any state, and reports the error to the handler that waits for the response. */
  fail(code: string): void {
    const reader = this.#reader
    this.#reader = undefined
    this.destroy()
    if (reader) reader.fail(code)
    else this.#onIdleEnd(this)
  }

  #connect({ protocol, hostname, port, host }: URL): void {
    const name = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    this.#connecting = this.#guard.connect({ protocol, hostname: name, port, host }, (error, socket) => {
      if (this.#isEnded) socket?.destroy()
      else if (error) this.fail(connectionErrorCode(error))
      else this.#use(socket)
    })
  }

  #use(socket: Socket): void {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => {
      if (this.#reader) this.#reader.read(bytes)
      // No request is waiting for data.
      else if (!this.#isEnded) this.fail(connectionEnded)
    })
    socket.on('end', () => {
      this.#reader?.onClosed()
      if (!this.#isEnded) this.fail(connectionEnded)
    })
    socket.on('error', error => {
      if (!this.#isEnded) this.fail(connectionErrorCode(error))
    })
    socket.on('close', () => {
      if (!this.#isEnded) this.fail(connectionEnded)
    })
    if (this.#message) socket.write(this.#message)
    this.#message = undefined
  }
}

/** The connection pool of one sender. An undici pool needs two and a half times the CPU (decision 132). */
export class ReceiverConnections implements AsyncDisposable {
  readonly #guard: Guard
  readonly #all = new Set<ReceiverConnection>()
  /** The idle connections by origin, the most recently used last. */
  readonly #idle = new Map<string, ReceiverConnection[]>()
  #idleCount = 0
  #sweepTimer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(guard: Guard) {
    this.#guard = guard
  }

  /** Returns the most recently used idle connection to this origin, or a new one. */
  take(url: URL): ReceiverConnection {
    const connection = this.#idle.get(targetOf(url).origin)?.pop()
    if (!connection) return this.open(url)
    this.#idleCount--
    return connection
  }

  open(url: URL): ReceiverConnection {
    if (this.#isDisposed) throw Object.assign(new Error('the sender was disposed of'), { code: senderDisposed })
    const connection = new ReceiverConnection(url, this.#guard, connection => this.#forget(connection))
    this.#all.add(connection)
    return connection
  }

  /** Returns a connection to the pool after its response has been read; `keepAliveMs` is as in `ResponseHandler`. */
  release(connection: ReceiverConnection, keepAliveMs: number): void {
    connection.makeIdle()
    if (keepAliveMs === 0 || !connection.isFlushed || this.#idleCount === maxIdle) {
      this.drop(connection)
      return
    }
    this.#idleCount++
    connection.idleUntil = performance.now() + keepAliveMs - sweepMs
    const idle = this.#idle.get(connection.origin)
    if (idle) idle.push(connection)
    else this.#idle.set(connection.origin, [connection])
    this.#sweepTimer ??= setInterval(() => this.#sweep(), sweepMs).unref()
  }

  /** Closes a connection in any state. */
  drop(connection: ReceiverConnection): void {
    this.#all.delete(connection)
    connection.destroy()
  }

  #forget(connection: ReceiverConnection): void {
    const idle = this.#idle.get(connection.origin)
    const index = idle?.indexOf(connection) ?? -1
    if (idle && index >= 0) {
      idle.splice(index, 1)
      this.#idleCount--
    }
    this.drop(connection)
  }

  #sweep(): void {
    const now = performance.now()
    for (const [origin, idle] of this.#idle) {
      const remaining = idle.filter(({ idleUntil }) => idleUntil > now)
      for (const connection of idle) if (connection.idleUntil <= now) this.drop(connection)
      this.#idleCount -= idle.length - remaining.length
      if (remaining.length === 0) this.#idle.delete(origin)
      else if (remaining.length < idle.length) this.#idle.set(origin, remaining)
    }
    if (this.#idle.size > 0) return
    clearInterval(this.#sweepTimer)
    this.#sweepTimer = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    clearInterval(this.#sweepTimer)
    for (const connection of this.#all) connection.fail(senderDisposed)
    this.#all.clear()
    this.#idle.clear()
    this.#idleCount = 0
  }
}
