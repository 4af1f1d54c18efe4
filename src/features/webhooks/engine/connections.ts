import type { Socket } from 'node:net'
import { Client, type Dispatcher, errors } from 'undici'
import type { Guard } from '#lib/guarded/guard.ts'

const maximumHeaderBytes = 16 * 1024
const keepAliveMs = 4000

/** One undici client: one connection at a time, and on it one request at a time. */
export class Connection {
  readonly origin: string
  readonly #client: Client
  readonly #dispatcher: Dispatcher
  #socket: Socket | undefined
  #answered = false

  constructor(origin: string, guard: Guard, onDisconnect: (connection: Connection) => void) {
    this.origin = origin
    this.#client = new Client(origin, {
      allowH2: false,
      bodyTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: maximumHeaderBytes,
      pipelining: 1,
      connect: (target, callback) => {
        this.#answered = false
        this.#socket = guard.connect(target, callback)
      },
    })
    this.#dispatcher = this.#client.compose(guard.forward)
    this.#client.on('disconnect', () => onDisconnect(this))
  }

  /** Whether its socket has carried a request before, so that the receiver may be closing it. */
  get isReused(): boolean {
    return this.#answered
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#dispatcher.dispatch({ ...options, origin: this.origin }, handler)
  }

  /** To be called when its request has ended. */
  answered(): void {
    this.#answered = true
  }

  destroy(): Promise<void> {
    const destroyed = this.#client.destroy()
    this.#socket?.destroy()
    return destroyed
  }
}

/**
 * The connections of one sender. undici's own pool does not show which connection a request uses, and cannot end one
 * that is still connecting; and an Agent with a Pool costs more than a map with a list.
 */
export class Connections implements AsyncDisposable {
  readonly #guard: Guard
  readonly #all = new Set<Connection>()
  readonly #idle = new Map<string, Connection[]>()
  #isDisposed = false

  constructor(guard: Guard) {
    this.#guard = guard
  }

  /** The connection to this origin that was idle for the shortest time, or a new one. */
  take(origin: string): Connection {
    return this.#idle.get(origin)?.pop() ?? this.open(origin)
  }

  open(origin: string): Connection {
    if (this.#isDisposed) throw new errors.ClientDestroyedError()
    const connection = new Connection(origin, this.#guard, closed => this.#forget(closed))
    this.#all.add(connection)
    return connection
  }

  giveBack(connection: Connection): void {
    connection.answered()
    const idle = this.#idle.get(connection.origin)
    if (idle) idle.push(connection)
    else this.#idle.set(connection.origin, [connection])
  }

  /** Ends a connection, whatever it is doing. */
  drop(connection: Connection): void {
    this.#all.delete(connection)
    if (this.#idle.get(connection.origin)?.length === 0) this.#idle.delete(connection.origin)
    void connection.destroy()
  }

  #forget(connection: Connection): void {
    const idle = this.#idle.get(connection.origin)
    const at = idle?.indexOf(connection) ?? -1
    if (idle === undefined || at < 0) return
    idle.splice(at, 1)
    if (idle.length === 0) this.#idle.delete(connection.origin)
    this.drop(connection)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    const all = [...this.#all]
    this.#all.clear()
    this.#idle.clear()
    await Promise.all(all.map(connection => connection.destroy()))
  }
}
