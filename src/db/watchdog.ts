import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { sessionOf } from './session.ts'

/** The server does not respond. Statements sent to it may still take effect. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'
  readonly sent: boolean

  constructor(sent: boolean) {
    super('the database does not answer')
    this.sent = sent
  }
}

interface Waiting {
  readonly since: number
  readonly sent: boolean
  readonly fail: (error: Error) => void
}

/** A statement that waits this long, for a lock or for its rows, makes us check whether the server responds at all. */
const patience = 1000
/** It counts as silent when a new connection gets no answer for this long. */
const limit = 2500
const look = 250
const again = 500
/** Nothing takes longer: the server ends a statement after 30 s, unless the answer of this one connection was lost. */
const longest = 34_000

/** Whether the server answers a new connection, even with an error. */
const answers = async (connection: ClientConfig): Promise<boolean> => {
  const client = new pg.Client(sessionOf({ ...connection, application_name: 'probata pulse' }))
  client.on('error', () => undefined)
  const answered = client.connect().then(
    () => true,
    () => true,
  )
  const since = performance.now()
  // Data that arrived while this process was busy is read before the server counts as silent.
  const silence = delay(limit, undefined, { ref: false })
    .then(() => turn())
    .then(() => false)
  const found = await Promise.race([answered, silence])
  void client.end().catch(() => undefined)
  return found || performance.now() - since > 2 * limit
}

/**
 * Detects within 4 s a server that accepts connections but does not answer (stopped, starved, or cut off by the
 * network), and ends the waits for it; while it is silent, no new wait begins. A wait of 34 s ends as well, even if the
 * server answers others: that connection is dead.
 */
export class Watchdog implements Disposable {
  readonly #connection: ClientConfig
  readonly #failed: (error: unknown) => void
  readonly #longest: number
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  #asking = false
  #silent = false
  #closed = false

  /**
   * Calls `failed` with the error of each wait that did not end with an answer. A `query_timeout` replaces the 34 s.
   */
  constructor(connection: ClientConfig, failed: (error: unknown) => void) {
    this.#connection = connection
    this.#failed = failed
    this.#longest = connection.query_timeout ?? longest
  }

  /**
   * Returns the result of `work`. Throws DatabaseSilent, immediately or when the server falls silent in the meantime.
   * `sent`: the work may change something.
   */
  watch<T>(work: () => Promise<T>, sent: boolean): Promise<T> {
    if (this.#silent) return Promise.reject(new DatabaseSilent(false))
    this.#timer ??= setInterval(() => this.#look(), look).unref()
    const working = work()
    // Every statement passes through here: one promise instead of the three of a race.
    return new Promise((resolve, reject) => {
      const waiting = { since: performance.now(), sent, fail: reject }
      this.#waiting.add(waiting)
      working.then(
        value => {
          this.#waiting.delete(waiting)
          resolve(value)
        },
        error => {
          // Not twice if the wait was given up before.
          if (this.#waiting.delete(waiting)) this.#failed(error)
          reject(error)
        },
      )
    })
  }

  #endLongest(): void {
    const now = performance.now()
    for (const waiting of this.#waiting) {
      if (now - waiting.since < this.#longest) return
      this.#giveUp(waiting)
    }
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    const error = new DatabaseSilent(waiting.sent)
    this.#failed(error)
    waiting.fail(error)
  }

  #look(): void {
    this.#endLongest()
    const [oldest] = this.#waiting
    if (!oldest) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (!this.#asking && performance.now() - oldest.since >= patience) {
      this.#asking = true
      void this.#ask().finally(() => {
        this.#asking = false
      })
    }
  }

  async #ask(): Promise<void> {
    while (!this.#closed && !(await answers(this.#connection))) {
      this.#silent = true
      for (const waiting of this.#waiting) this.#giveUp(waiting)
      await delay(again, undefined, { ref: false })
    }
    this.#silent = false
    // For a single long statement, it checks about once a second.
    await delay(patience, undefined, { ref: false })
  }

  [Symbol.dispose](): void {
    this.#closed = true
    clearInterval(this.#timer)
  }
}
