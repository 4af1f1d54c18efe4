import type { WebhookForm } from '#api/event.ts'
import type { SigningKeys } from './sign.ts'

/** A delivery that is waiting or under way. */
export interface Due {
  /** Milliseconds since 1970. */
  readonly due: number
  /** With `due`, what the row in the queue is known by. */
  readonly id: string
  /** Where the row was read in the table: a hint. */
  readonly ctid: string
  readonly eventId: string
  /** 1 to 7. */
  readonly attempt: number
  readonly origin: 'live' | 'test' | 'replay'
  /** The text that is sent; empty when it is not stored any more. */
  readonly body: string
  /** What the event is about: of one resource, one attempt is under way at a time. */
  readonly resource: string
}

/** A place in the queue of a lane: rows behind it have not been read. */
export interface Cursor {
  readonly due: number
  readonly id: string
}

/** What of an endpoint its deliveries need. */
export interface Receiver {
  readonly url: URL
  readonly revision: number
  readonly form: WebhookForm
  /** Undefined when the secret cannot be opened. */
  readonly keys: SigningKeys | undefined
  readonly previous: { readonly keys: SigningKeys; readonly until: number } | undefined
  /** Names of the types that may be sent; undefined for all. */
  readonly sendable: ReadonlySet<string> | undefined
}

const start: Cursor = { due: 0, id: '' }

const after = (a: Cursor, b: Cursor): boolean => a.due > b.due || (a.due === b.due && a.id > b.id)
const keyOf = ({ due, id }: Cursor): string => `${due}${id}`

const mostInFlight = 16
const paceFrom = 10
const slowestPace = 1000

/**
 * The deliveries of one endpoint, as the node sees them that leased it. Its cursor moves over the queue, so a row is
 * read once; rows in hand are known by key, so one that is read again (the cursor goes back now and then, for rows
 * that committed late) is not delivered twice.
 */
export class Lane {
  readonly organizationId: string
  readonly endpointId: string
  readonly epoch: number
  receiver: Receiver
  /** Due now, in order. */
  readonly ready: Due[] = []
  inFlight = 0
  /** How many may be under way: 1 at first and after a timeout, doubled by each success, at most 16. */
  limit = 1
  /** Attempts that failed since the last success. */
  failures: number
  /** When the first of them failed, in milliseconds since 1970. */
  failingSince: number | undefined
  /** Not to start before this moment of the monotonic clock: who fails at once is not asked a thousand times a second. */
  notBefore = 0
  /** Rows that are due may stand behind the cursor. */
  more = true
  /** When the first row that is not due yet will be. */
  nextDue = Number.POSITIVE_INFINITY
  refilling = false
  replaying: boolean
  /** What is known of the endpoint is out of date: nothing starts until it is read again. */
  stale = false
  /** Paused or deleted: nothing starts, and what is under way ends. */
  paused = false
  /** Not held any more. */
  closed = false
  /** Moments of the monotonic clock. */
  idleSince = 0
  rewoundAt = 0
  /** Of which resources an attempt is under way, and what stands behind it, in order. */
  readonly #busy = new Set<string>()
  readonly #behind = new Map<string, Due[]>()
  #waiting = 0
  readonly #known = new Set<string>()
  readonly #finished: string[] = []
  #cursor: Cursor = start
  /** The last row that a refill brought. */
  #read: Cursor = start
  /** Where to go back to when the refill under way has returned. */
  #back = Number.POSITIVE_INFINITY

  constructor(
    place: { organizationId: string; endpointId: string; epoch: number },
    receiver: Receiver,
    health: { failingSince: number | undefined; replaying: boolean },
  ) {
    this.organizationId = place.organizationId
    this.endpointId = place.endpointId
    this.epoch = place.epoch
    this.receiver = receiver
    this.failingSince = health.failingSince
    this.failures = health.failingSince === undefined ? 0 : 1
    this.replaying = health.replaying
  }

  get cursor(): Cursor {
    return this.#cursor
  }

  /** How many rows have been read and not been started. */
  get inHand(): number {
    return this.ready.length + this.#waiting
  }

  /**
   * The next row to start: the first of a resource of which no attempt is under way. The others step aside until theirs
   * has ended, so that of one resource attempts start in the order of its events and never overlap.
   */
  next(): Due | undefined {
    for (let row = this.ready.shift(); row; row = this.ready.shift()) {
      if (!this.#busy.has(row.resource)) {
        this.#busy.add(row.resource)
        return row
      }
      const behind = this.#behind.get(row.resource)
      if (behind) behind.push(row)
      else this.#behind.set(row.resource, [row])
      this.#waiting++
    }
    return undefined
  }

  /** The attempt of a row has ended: what stands behind it comes next. */
  ended({ resource }: Due): void {
    this.#busy.delete(resource)
    const behind = this.#behind.get(resource)
    const row = behind?.shift()
    if (!row) return
    if (behind?.length === 0) this.#behind.delete(resource)
    this.#waiting--
    this.ready.unshift(row)
  }

  #drop(): void {
    this.ready.length = 0
    this.#behind.clear()
    this.#waiting = 0
  }

  /** Goes back to where rows may have come in behind the cursor. */
  rewind(due: number): void {
    // The rows of a refill under way would move the cursor ahead again.
    if (this.refilling) this.#back = Math.min(this.#back, due)
    else if (this.#cursor.due >= due) this.#cursor = { due, id: '' }
    this.more = true
  }

  /** Reads the queue anew: what is in hand may have been taken back. */
  forget(): void {
    for (const row of [...this.ready, ...[...this.#behind.values()].flat()]) this.#known.delete(keyOf(row))
    this.#drop()
    this.rewind(0)
  }

  /** Takes a row in hand that a refill brought, unless it is already. */
  take(row: Due): void {
    if (after(row, this.#read)) this.#read = { due: row.due, id: row.id }
    this.#add(row)
  }

  /**
   * Takes a row in hand that was committed just now; answers false when others stand before it, or when a refill may
   * have brought it already: it may even be delivered.
   */
  hand(row: Due): boolean {
    if (this.more || this.refilling || !after(row, this.#read)) return false
    this.#add(row)
    return true
  }

  #add(row: Due): void {
    const key = keyOf(row)
    if (after(row, this.#cursor)) this.#cursor = { due: row.due, id: row.id }
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.ready.push(row)
  }

  /**
   * The row has left the queue, and is back in it with the due `next`, if there is one. A refill that was begun before
   * may still bring it: its key is held until that refill has returned.
   */
  finished(row: Cursor, next: number | undefined): void {
    if (next !== undefined) this.nextDue = Math.min(this.nextDue, next)
    if (this.refilling) this.#finished.push(keyOf(row))
    else this.#known.delete(keyOf(row))
  }

  /** A refill begins. */
  refill(): void {
    this.refilling = true
    this.more = false
  }

  /** A refill has returned, and its rows are taken. */
  refilled(): void {
    this.refilling = false
    for (const key of this.#finished) this.#known.delete(key)
    this.#finished.length = 0
    if (this.#back === Number.POSITIVE_INFINITY) return
    const back = this.#back
    this.#back = Number.POSITIVE_INFINITY
    this.rewind(back)
  }

  succeeded(): void {
    this.failures = 0
    this.failingSince = undefined
    this.notBefore = 0
    this.limit = Math.min(this.limit * 2, mostInFlight)
  }

  failed(timedOut: boolean, at: number, monotonic: number): void {
    this.failures++
    this.failingSince ??= at
    this.limit = timedOut ? 1 : Math.max(1, this.limit >> 1)
    this.notBefore = monotonic + Math.min(paceFrom * 2 ** Math.min(this.failures, 10), slowestPace)
  }

  /** After a pause it begins with one request again. */
  resume(): void {
    if (this.paused) this.limit = 1
    this.paused = false
  }

  /** Forgets what has not been started: it stands in the queue. */
  close(): void {
    this.closed = true
    this.#drop()
  }

  /** Whether nothing is under way, and all that ended is written. */
  get settled(): boolean {
    return this.inFlight === 0 && !this.refilling && this.#known.size === this.inHand
  }

  /** Whether nothing is left to be done now. */
  get idle(): boolean {
    return this.settled && (this.paused || (this.inHand === 0 && !this.more && !this.stale && !this.replaying))
  }
}
