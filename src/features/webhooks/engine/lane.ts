import { minute, second } from '#lib/clock.ts'
import type { Cursor, QueuedDelivery } from './due.ts'
import { type Failure, isWithheld } from './exchange.ts'
import {
  type LaneEffect,
  type LaneStatus,
  nextState,
  type ReadEvent,
  type ReadState,
  readTransitions,
  type StatusEvent,
  statusTransitions,
} from './lane-states.ts'
import { ReceiverPace } from './pace.ts'
import { QueueCursor } from './queue-cursor.ts'
import type { Receiver } from './receiver.ts'
import { RowsInOrder } from './rows-in-order.ts'
import type { RunQueue } from './run-queue.ts'

/** How long after it is due a row may commit: statements and idle transactions are aborted earlier. */
const maxCommitDelay = 2 * minute
/** The interval of rereading; longer during a backlog, because rows in memory are reread: 40 % of all if every 5 s. */
const lookBackEvery = { behind: 30 * second, caughtUp: 5 * second }
const slowRequestMs = 2 * second
const idleTimeout = 30 * second

/** The fields of an endpoint that deliveries need. */
export interface LaneEndpoint {
  readonly receiver: Receiver
  readonly failingSince: number | undefined
  /** Whether a replay has events that are not yet in the queue, or retries are being brought forward. */
  readonly replaying: boolean
  /** Whether the endpoint may just have been resumed. */
  readonly isResumed: boolean
}

/** The queues in which a lane waits for its turn to start attempts, and to read rows. */
export interface RunQueues {
  readonly starts: RunQueue<Lane>
  readonly reads: RunQueue<Lane>
  /** The number of rows that a lane keeps in memory. */
  readonly window: number
}

export type LaneLease = Pick<Lane, 'organizationId' | 'endpointId' | 'epoch'>

/**
 * The delivery queue of one endpoint, on the node that leases it. Its methods handle events; the tables in
 * `lane-states.ts` define their effects.
 */
export class Lane {
  static readonly #effects: Readonly<Record<LaneEffect, (lane: Lane) => void>> = {
    drop: lane => lane.#drop(),
    rewind: lane => lane.#rewind(0),
    slowDown: lane => lane.#pace.slowDown(),
    goBack: lane => lane.#cursor.goBack(),
    settle: lane => lane.#cursor.settle(),
    start: lane => lane.#requestStart(),
    read: lane => lane.#requestRead(),
  }

  readonly organizationId: string
  readonly endpointId: string
  readonly epoch: number
  readonly #queues: RunQueues
  readonly #pace: ReceiverPace
  readonly #cursor = new QueueCursor()
  readonly #rows = new RowsInOrder()
  /** The attempts in flight with their start by the monotonic clock, oldest first. */
  readonly #inFlight = new Map<QueuedDelivery, number>()
  #receiver: Receiver
  #replaying: boolean
  #status: LaneStatus = 'stale'
  #readState: ReadState = 'behind'
  /** When the next row becomes due. */
  #nextDue = Number.POSITIVE_INFINITY
  #lookedBackAt = 0
  #idleSince = performance.now()

  /** Creates a lane that reads and starts nothing until `onLoaded` is called. */
  constructor({ organizationId, endpointId, epoch }: LaneLease, endpoint: LaneEndpoint, queues: RunQueues) {
    this.organizationId = organizationId
    this.endpointId = endpointId
    this.epoch = epoch
    this.#receiver = endpoint.receiver
    this.#replaying = endpoint.replaying
    this.#pace = new ReceiverPace(endpoint.failingSince)
    if (endpoint.isResumed) this.#pace.slowDown()
    this.#queues = queues
  }

  /** Handles an event that has no effects beyond those in the table. Throws if the event cannot happen. */
  changeStatus(event: StatusEvent): void {
    const { to, effects } = nextState(statusTransitions, this.#status, event)
    this.#status = to
    for (const effect of effects) Lane.#effects[effect](this)
  }

  /** Handles an event of a read, like `changeStatus`. */
  changeReadState(event: ReadEvent): void {
    const { to, effects } = nextState(readTransitions, this.#readState, event)
    this.#readState = to
    for (const effect of effects) Lane.#effects[effect](this)
  }

  /**
   * Handles the result of reading an active endpoint. `isOld`: the read began so long ago that it must be repeated
   * before an attempt starts.
   */
  onLoaded({ receiver, replaying }: LaneEndpoint, isOld: boolean): void {
    this.#receiver = receiver
    this.#replaying = replaying
    this.changeStatus('loaded')
    if (isOld) this.changeStatus('invalidated')
  }

  /**
   * Handles a row that this process committed. If other rows are ahead of it, or a read may return it too, it is read
   * later, in its turn.
   */
  onCommitted(row: QueuedDelivery): void {
    const isNext = this.#readState === 'caughtUp' && this.#cursor.isUnread(row)
    if (!isNext || this.#rows.size >= this.#queues.window) this.#rewind(row.due)
    else if (this.#cursor.take(row, false)) {
      this.#rows.add(row)
      this.#requestStart()
    }
  }

  /** Handles a commit by another process. */
  onNotified(now: number): void {
    this.#rewind(now - maxCommitDelay)
  }

  /** Handles the passage of time: rows may have become due, or may have been committed late. */
  onTick(now: number, monotonic: number): void {
    if (this.#nextDue <= now) {
      this.#rewind(this.#nextDue)
      this.#nextDue = Number.POSITIVE_INFINITY
    }
    const isBehind = this.#readState === 'behind' || this.#readState === 'rereading' || this.#rows.size > 0
    if (monotonic - this.#lookedBackAt >= lookBackEvery[isBehind ? 'behind' : 'caughtUp']) {
      this.#lookedBackAt = monotonic
      this.#rewind(now - maxCommitDelay)
    }
    this.#requestRead()
    if (!this.isIdle) this.#idleSince = monotonic
  }

  /** Handles a due row that the current read returned. */
  onRow(row: QueuedDelivery): void {
    if (this.#cursor.take(row, true)) this.#rows.add(row)
  }

  /** Handles a row that becomes due later. */
  expectRow(due: number): void {
    this.#nextDue = Math.min(this.#nextDue, due)
  }

  /** Starts to bring forward deliveries that are waiting for a retry. */
  hasten(): void {
    this.#replaying = true
    this.#requestRead()
  }

  /** Handles the end of all replays, and of bringing retries forward. */
  onReplayed(): void {
    this.#replaying = false
  }

  /**
   * Takes the lane's turn to start. Returns a row, unless each row in memory waits for an attempt of the same resource.
   */
  begin(monotonic: number): QueuedDelivery | undefined {
    const row = this.#rows.next()
    if (row) this.#inFlight.set(row, monotonic)
    this.#requestRead()
    this.#requestStart()
    return row
  }

  /**
   * Handles the end of an attempt; `startedAt` is in milliseconds since 1970. Returns whether the lane started or
   * stopped failing.
   */
  onEnded(row: QueuedDelivery, failure: Failure | undefined, startedAt: number, monotonic: number): boolean {
    const { isFailing } = this
    this.#inFlight.delete(row)
    this.#rows.onEnded(row)
    if (failure === undefined) this.#pace.succeeded()
    else if (!isWithheld(failure)) this.#pace.failed(failure === 'timeout', startedAt, monotonic)
    this.#requestStart()
    return this.isFailing !== isFailing
  }

  /** Handles a written outcome: the row has left the queue, and is in it again if another attempt is due. */
  onWritten(row: Cursor, next: number | undefined): void {
    if (next !== undefined) this.expectRow(next)
    this.#cursor.forget(row, this.#isBeingRead)
  }

  get receiver(): Receiver {
    return this.#receiver
  }

  get cursor(): Cursor {
    return this.#cursor.position
  }

  /** The time at which the first attempt since the last success failed, in milliseconds since 1970. */
  get failingSince(): number | undefined {
    return this.#pace.failingSince
  }

  get isFailing(): boolean {
    return this.failingSince !== undefined
  }

  get inFlight(): number {
    return this.#inFlight.size
  }

  /** Whether the last attempt failed or a request is slow. */
  isSuspect(monotonic: number): boolean {
    const [oldest = monotonic] = this.#inFlight.values()
    return this.isFailing || monotonic - oldest > slowRequestMs
  }

  /** How long the lane must wait before it starts an attempt, in milliseconds; infinite if it waits for an event. */
  remainingWait(monotonic: number): number {
    const mayStart = this.#status === 'active' && this.#rows.isReady && this.inFlight < this.#pace.limit
    return mayStart ? Math.max(0, this.#pace.notBefore - monotonic) : Number.POSITIVE_INFINITY
  }

  /** Whether the result of a poll requires reading the endpoint again. A paused lane does not update its receiver. */
  differsFrom({ revision, status }: { revision: number; status: string }): boolean {
    if (this.#status === 'paused') return status === 'active'
    return this.#status === 'stale' || status !== 'active' || revision !== this.#receiver.revision
  }

  /** Whether there may be more rows, and at most half a window is in memory. */
  get needsRows(): boolean {
    const needsReplayedRows = this.#readState === 'caughtUp' && this.#replaying && this.#rows.size === 0
    const wantsRows = (this.#readState === 'behind' || needsReplayedRows) && this.#status !== 'closed'
    return wantsRows && this.#rows.size * 2 <= this.#queues.window
  }

  /** Whether to queue events of a replay, which come after live traffic: the current read returned no rows. */
  get needsReplay(): boolean {
    return this.#replaying && this.#readState === 'reading' && this.#rows.size === 0
  }

  /** Whether no attempt is in flight and every outcome is written. */
  get isSettled(): boolean {
    return this.inFlight === 0 && !this.#isBeingRead && this.#cursor.knownCount === this.#rows.size
  }

  /** Whether the lane has nothing to do now. */
  get isIdle(): boolean {
    const isCaughtUp = this.#readState === 'caughtUp' && this.#rows.size === 0 && !this.#replaying
    return this.isSettled && (this.#status === 'paused' || (this.#status === 'active' && isCaughtUp))
  }

  /** Whether the lane can be released. */
  isReleasable(monotonic: number): boolean {
    return this.isIdle && (this.#status === 'paused' || monotonic - this.#idleSince > idleTimeout)
  }

  get #isBeingRead(): boolean {
    return this.#readState === 'reading' || this.#readState === 'rereading'
  }

  #rewind(due: number): void {
    this.#cursor.mark(due)
    this.changeReadState('rewound')
  }

  #drop(): void {
    for (const row of this.#rows.clear()) this.#cursor.forget(row, false)
  }

  #requestStart(): void {
    if (this.#rows.isReady) this.#queues.starts.add(this)
  }

  #requestRead(): void {
    if (this.needsRows) this.#queues.reads.add(this)
  }
}
