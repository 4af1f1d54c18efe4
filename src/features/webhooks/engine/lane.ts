import { minute, second } from '#lib/clock.ts'
import type { Cursor, Due } from './due.ts'
import { type Failure, isWithheld } from './exchange.ts'
import {
  type Effect,
  type Reading,
  type ReadingEvent,
  readings,
  type Standing,
  type StandingEvent,
  standings,
  step,
} from './lane-states.ts'
import { Pace } from './pace.ts'
import { QueueCursor } from './queue-cursor.ts'
import type { Receiver } from './receiver.ts'
import { RowsInOrder } from './rows-in-order.ts'
import type { RunQueue } from './run-queue.ts'

/** A row commits at most so long after the moment that it is due: statements and idle transactions are cut before. */
const latestCommit = 2 * minute
/** Seldom while there is a backlog: each time reads again what is in hand, 40 % of all rows when it was every 5 s. */
const lookBackEvery = { behind: 30 * second, abreast: 5 * second }
const waitingLong = 2 * second
const idleFor = 30 * second

/** What its deliveries need to know of an endpoint. */
export interface Endpoint {
  readonly receiver: Receiver
  readonly failingSince: number | undefined
  /** A replay has events that do not stand in the queue yet. */
  readonly replaying: boolean
}

/** Where a lane asks for its turn to start attempts, and to have rows read. */
export interface RunQueues {
  readonly starts: RunQueue<Lane>
  readonly reads: RunQueue<Lane>
  /** How many rows a lane has in hand. */
  readonly window: number
}

export type Lease = Pick<Lane, 'organizationId' | 'endpointId' | 'epoch'>

/**
 * The deliveries of one endpoint, as the node sees them that leased it. Its methods are what happens to it; what follows
 * stands in the tables of `lane-states.ts`.
 */
export class Lane {
  static readonly #effects: Readonly<Record<Effect, (lane: Lane) => void>> = {
    drop: lane => lane.#drop(),
    rewind: lane => lane.#rewind(0),
    slowDown: lane => lane.#pace.slowDown(),
    goBack: lane => lane.#cursor.goBack(),
    settle: lane => lane.#cursor.settle(),
    start: lane => lane.#askToStart(),
    read: lane => lane.#askToRead(),
  }

  readonly organizationId: string
  readonly endpointId: string
  readonly epoch: number
  readonly #queues: RunQueues
  readonly #pace: Pace
  readonly #cursor = new QueueCursor()
  readonly #rows = new RowsInOrder()
  /** Attempts, and when each started by the monotonic clock, the oldest first. */
  readonly #underWay = new Map<Due, number>()
  #receiver: Receiver
  #replaying: boolean
  #standing: Standing = 'stale'
  #reading: Reading = 'behind'
  /** When the first row that is not due yet will be. */
  #nextDue = Number.POSITIVE_INFINITY
  #lookedBackAt = 0
  #idleSince = performance.now()

  /** Nothing is asked for and nothing starts until its endpoint is `found`. */
  constructor({ organizationId, endpointId, epoch }: Lease, endpoint: Endpoint, queues: RunQueues) {
    this.organizationId = organizationId
    this.endpointId = endpointId
    this.epoch = epoch
    this.#receiver = endpoint.receiver
    this.#replaying = endpoint.replaying
    this.#pace = new Pace(endpoint.failingSince)
    this.#queues = queues
  }

  /** Events of which the table says all; so does `reading`. Throws on one that cannot happen. */
  standing(event: StandingEvent): void {
    const { to, effects } = step(standings, this.#standing, event)
    this.#standing = to
    for (const effect of effects) Lane.#effects[effect](this)
  }

  reading(event: ReadingEvent): void {
    const { to, effects } = step(readings, this.#reading, event)
    this.#reading = to
    for (const effect of effects) Lane.#effects[effect](this)
  }

  /** The endpoint was read, and is active; `isOld`: so long ago that it is read again before anything starts. */
  found({ receiver, replaying }: Endpoint, isOld: boolean): void {
    this.#receiver = receiver
    this.#replaying = replaying
    this.standing('found')
    if (isOld) this.standing('doubted')
  }

  /** This process committed an event. Where others stand before it, or a read may bring it too, it is read in its turn. */
  committed(row: Due): void {
    const isNext = this.#reading === 'abreast' && this.#cursor.isUnread(row)
    if (!isNext || this.#rows.size >= this.#queues.window) this.#rewind(row.due)
    else if (this.#cursor.take(row, false)) {
      this.#rows.add(row)
      this.#askToStart()
    }
  }

  /** Another process has committed something. */
  heard(now: number): void {
    this.#rewind(now - latestCommit)
  }

  /** Time has passed: rows may have fallen due, or committed late. */
  passed(now: number, monotonic: number): void {
    if (this.#nextDue <= now) {
      this.#rewind(this.#nextDue)
      this.#nextDue = Number.POSITIVE_INFINITY
    }
    const isBehind = this.#reading === 'behind' || this.#reading === 'rereading' || this.#rows.size > 0
    if (monotonic - this.#lookedBackAt >= lookBackEvery[isBehind ? 'behind' : 'abreast']) {
      this.#lookedBackAt = monotonic
      this.#rewind(now - latestCommit)
    }
    this.#askToRead()
    if (!this.isIdle) this.#idleSince = monotonic
  }

  /** The read under way brought a row that is due. */
  brought(row: Due): void {
    if (this.#cursor.take(row, true)) this.#rows.add(row)
  }

  /** There is a row that is due later. */
  later(due: number): void {
    this.#nextDue = Math.min(this.#nextDue, due)
  }

  replayed(): void {
    this.#replaying = false
  }

  /** Its turn to start: answers a row, unless attempts of the resources of all in hand are under way. */
  begin(monotonic: number): Due | undefined {
    const row = this.#rows.next()
    if (row) this.#underWay.set(row, monotonic)
    this.#askToRead()
    this.#askToStart()
    return row
  }

  /** An attempt has ended; `startedAt` in milliseconds since 1970. Answers whether it began or ceased to fail with it. */
  ended(row: Due, failure: Failure | undefined, startedAt: number, monotonic: number): boolean {
    const { isFailing } = this
    this.#underWay.delete(row)
    this.#rows.ended(row)
    if (failure === undefined) this.#pace.succeeded()
    else if (!isWithheld(failure)) this.#pace.failed(failure === 'timeout', startedAt, monotonic)
    this.#askToStart()
    return this.isFailing !== isFailing
  }

  /** The end of an attempt is written: the row has left the queue, and is in it again if it has a next due. */
  written(row: Cursor, next: number | undefined): void {
    if (next !== undefined) this.later(next)
    this.#cursor.forget(row, this.#isBeingRead)
  }

  get receiver(): Receiver {
    return this.#receiver
  }

  get cursor(): Cursor {
    return this.#cursor.at
  }

  /** When the first attempt failed since the last success, in milliseconds since 1970. */
  get failingSince(): number | undefined {
    return this.#pace.failingSince
  }

  get isFailing(): boolean {
    return this.failingSince !== undefined
  }

  get inFlight(): number {
    return this.#underWay.size
  }

  /** Whether its last attempt failed, or it keeps a request waiting. */
  isSuspect(monotonic: number): boolean {
    const [oldest = monotonic] = this.#underWay.values()
    return this.isFailing || monotonic - oldest > waitingLong
  }

  /** For how long it starts nothing by itself, in milliseconds; infinite until something happens to it. */
  holdsFor(monotonic: number): number {
    const mayStart = this.#standing === 'active' && this.#rows.isReady && this.inFlight < this.#pace.limit
    return mayStart ? Math.max(0, this.#pace.notBefore - monotonic) : Number.POSITIVE_INFINITY
  }

  /** Whether a look at its endpoint calls for reading it. Of one that is paused, what was known is kept. */
  differsFrom({ revision, status }: { revision: number; status: string }): boolean {
    if (this.#standing === 'paused') return status === 'active'
    return this.#standing === 'stale' || status !== 'active' || revision !== this.#receiver.revision
  }

  /** Whether less than half a window is in hand, and there may be more. */
  get needsRows(): boolean {
    const isDry = this.#reading === 'abreast' && this.#replaying && this.#rows.size === 0
    const isWanting = (this.#reading === 'behind' || isDry) && this.#standing !== 'closed'
    return isWanting && this.#rows.size * 2 <= this.#queues.window
  }

  /** Whether the read under way brought nothing: replays go behind live traffic. */
  get needsReplay(): boolean {
    return this.#replaying && this.#reading === 'reading' && this.#rows.size === 0
  }

  /** Whether nothing is under way, and all that ended is written. */
  get isSettled(): boolean {
    return this.inFlight === 0 && !this.#isBeingRead && this.#cursor.known === this.#rows.size
  }

  /** Whether nothing is left to be done now. */
  get isIdle(): boolean {
    const isAbreast = this.#reading === 'abreast' && this.#rows.size === 0 && !this.#replaying
    return this.isSettled && (this.#standing === 'paused' || (this.#standing === 'active' && isAbreast))
  }

  /** Whether it can be given back. */
  isUnused(monotonic: number): boolean {
    return this.isIdle && (this.#standing === 'paused' || monotonic - this.#idleSince > idleFor)
  }

  get #isBeingRead(): boolean {
    return this.#reading === 'reading' || this.#reading === 'rereading'
  }

  #rewind(due: number): void {
    this.#cursor.mark(due)
    this.reading('rewound')
  }

  #drop(): void {
    for (const row of this.#rows.clear()) this.#cursor.forget(row, false)
  }

  #askToStart(): void {
    if (this.#rows.isReady) this.#queues.starts.add(this)
  }

  #askToRead(): void {
    if (this.needsRows) this.#queues.reads.add(this)
  }
}
