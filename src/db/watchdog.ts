import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { sessionOf } from './session.ts'

/** The server does not respond. If `sent`, a statement may still take effect. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'
  readonly sent: boolean

  constructor(sent: boolean) {
    super('the database does not answer')
    this.sent = sent
  }
}

interface Wait {
  readonly since: number
  readonly sent: boolean
  readonly fail: (error: Error) => void
}

/** The wait for a lock or for rows, in milliseconds, after which to check whether the server responds at all. */
const suspicionMs = 1000
/** The server counts as silent if a new connection gets no response for this many milliseconds. */
const silenceMs = 2500
const tickMs = 250
const retryMs = 500
/** The maximum wait. The server ends statements after 30 s, so the response on this connection must have been lost. */
const maxWaitMs = 34_000

/** Whether the server responds to a new connection, even with an error. */
const isResponding = async (connection: ClientConfig): Promise<boolean> => {
  const client = new pg.Client(sessionOf({ ...connection, application_name: 'probata pulse' }))
  client.on('error', () => undefined)
  const response = client.connect().then(
    () => true,
    () => true,
  )
  const since = performance.now()
  // Waits for one more turn of the event loop, which reads data that arrived while this process was busy.
  const silence = delay(silenceMs, undefined, { ref: false })
    .then(() => turn())
    .then(() => false)
  const hasResponded = await Promise.race([response, silence])
  void client.end().catch(() => undefined)
  return hasResponded || performance.now() - since > 2 * silenceMs
}

/**
 * Detects within 4 s a server that accepts connections but does not respond (stopped, starved, or cut off by the
 * network), and ends all waits for it. While the server is silent, no new wait begins. A wait also ends after 34 s,
 * even if the server responds on other connections, because its own connection is dead.
 */
export class Watchdog implements Disposable {
  readonly #connection: ClientConfig
  readonly #onFailure: (error: unknown) => void
  readonly #maxWait: number
  readonly #waiting = new Set<Wait>()
  #timer: NodeJS.Timeout | undefined
  #isChecking = false
  #silent = false
  #closed = false

  /** Calls `onFailure` with the error of each wait that fails. A `query_timeout` replaces the 34 s. */
  constructor(connection: ClientConfig, onFailure: (error: unknown) => void) {
    this.#connection = connection
    this.#onFailure = onFailure
    this.#maxWait = connection.query_timeout ?? maxWaitMs
  }

  /**
   * Returns the result of `work`. Throws DatabaseSilent if the server does not respond or stops responding. `sent` says
   * whether the work may have taken effect by then.
   */
  watch<T>(work: () => Promise<T>, sent: boolean): Promise<T> {
    if (this.#silent) return Promise.reject(new DatabaseSilent(false))
    this.#timer ??= setInterval(() => this.#check(), tickMs).unref()
    const working = work()
    // Uses one promise instead of the three of a race, because every statement passes through here.
    return new Promise((resolve, reject) => {
      const waiting = { since: performance.now(), sent, fail: reject }
      this.#waiting.add(waiting)
      working.then(
        value => {
          this.#waiting.delete(waiting)
          resolve(value)
        },
        error => {
          // Does not report the error if the wait was already given up.
          if (this.#waiting.delete(waiting)) this.#onFailure(error)
          reject(error)
        },
      )
    })
  }

  #endLongWaits(): void {
    const now = performance.now()
    for (const waiting of this.#waiting) {
      if (now - waiting.since < this.#maxWait) return
      this.#giveUp(waiting)
    }
  }

  #giveUp(waiting: Wait): void {
    this.#waiting.delete(waiting)
    const error = new DatabaseSilent(waiting.sent)
    this.#onFailure(error)
    waiting.fail(error)
  }

  #check(): void {
    this.#endLongWaits()
    const [oldest] = this.#waiting
    if (!oldest) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (!this.#isChecking && performance.now() - oldest.since >= suspicionMs) {
      this.#isChecking = true
      void this.#checkUntilResponding().finally(() => {
        this.#isChecking = false
      })
    }
  }

  async #checkUntilResponding(): Promise<void> {
    while (!this.#closed && !(await isResponding(this.#connection))) {
      this.#silent = true
      for (const waiting of this.#waiting) this.#giveUp(waiting)
      await delay(retryMs, undefined, { ref: false })
    }
    this.#silent = false
    // Limits the checks for a single long statement to about one per second.
    await delay(suspicionMs, undefined, { ref: false })
  }

  [Symbol.dispose](): void {
    this.#closed = true
    clearInterval(this.#timer)
  }
}
