/** The governor's source of time; tests move it. */
export interface Time {
  now(): number
  /** Resolves after the given time in milliseconds. */
  wait(ms: number): Promise<void>
  /** Resolves after one turn of the event loop. */
  turn(): Promise<void>
}

const realTime: Time = {
  now: () => performance.now(),
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
  turn: () => new Promise(resolve => setImmediate(resolve)),
}

export interface SliceOptions {
  /** The milliseconds after which the slice begins regardless of load, for work with its own time limit. */
  readonly within?: number
}

/** Runs a bounded piece of a job's work, about 20 ms, when its turn comes. Slices must not contain other slices. */
export type Slice = <T>(work: () => Promise<T>, options?: SliceOptions) => Promise<T>

/** Divides this process and its connections between requests and background work. */
export interface Governor {
  slice<T>(job: string, work: () => Promise<T>, options?: SliceOptions): Promise<T>
  /** Must be called when a request begins; its result must be passed to `ended`. */
  began(): number
  ended(began: number): void
  /** The current share of time for all background work together, above 0 and at most 1. */
  readonly share: number
  /** The number of slices that are waiting for their turn. */
  readonly waiting: number
}

interface Options {
  /** How many slices run at once while no request is active. */
  readonly maxSlices: number
  /** The number of callers that are waiting for a database connection. */
  readonly connectionsAwaited?: () => number
  /** Called after each slice, with times in milliseconds. */
  readonly report?: (job: string, times: { readonly waited: number; readonly ran: number }) => void
  readonly time?: Time
}

interface Waiter {
  readonly begin: () => void
  readonly latest: number
}

/** The minimum share, under any number of requests. */
export const minShare = 1 / 40
/** The number of requests is averaged over this time, in milliseconds. */
const averagingMs = 500
/**
 * A request counts for one to two epochs of this many milliseconds; after that it is assumed to wait for its client.
 */
const epochMs = 1000
/** An event loop delay of this many milliseconds counts as one more request. */
const delayPerRequestMs = 5
/**
 * A slice that takes longer, in milliseconds, is assumed to wait for an external system and no longer delays others.
 */
const maxSliceMs = 1000
/** The limit on the debt in milliseconds, so that one long slice does not stop work for a minute. */
const maxDebtMs = 250
/** The longest time between checks of the share while slices wait, in milliseconds. */
const checkEveryMs = 20

/** Counts and averages the requests in progress or waiting. */
class Requests {
  #young = 0
  #older = 0
  #average = 0
  #updatedAt: number
  #epoch: number

  constructor(now: number) {
    this.#updatedAt = now
    this.#epoch = Math.floor(now / epochMs)
  }

  #advance(now: number): void {
    // After two epochs, no earlier request counts.
    for (let epochs = 0; epochs < 2 && now >= this.#endOfEpoch(); epochs++) {
      this.#integrate(this.#endOfEpoch())
      this.#older = this.#young
      this.#young = 0
      this.#epoch++
    }
    this.#integrate(now)
    this.#epoch = Math.floor(now / epochMs)
  }

  #endOfEpoch(): number {
    return (this.#epoch + 1) * epochMs
  }

  #integrate(until: number): void {
    const level = this.#young + this.#older
    this.#average += (level - this.#average) * (1 - Math.exp((this.#updatedAt - until) / averagingMs))
    this.#updatedAt = until
  }

  began(now: number): number {
    this.#advance(now)
    this.#young++
    return this.#epoch
  }

  ended(epoch: number, now: number): void {
    this.#advance(now)
    if (epoch === this.#epoch) this.#young--
    else if (epoch === this.#epoch - 1) this.#older--
  }

  average(now: number): number {
    this.#advance(now)
    return this.#average
  }
}

/**
 * Creates a governor. All background work together counts as one more request: with a load of n requests, it gets
 * 1/(1+n) of the time, but never less than `minShare`. The load includes requests in progress, callers that wait for a
 * connection, and the delay of the event loop. Each slice adds its duration to a debt, which shrinks at the rate of the
 * share; the next slice begins when the debt is paid. Jobs take turns. While no job has work, no timer runs.
 */
export const createGovernor = ({ maxSlices, connectionsAwaited, report, time = realTime }: Options): Governor => {
  const requests = new Requests(time.now())
  const queues = new Map<string, Waiter[]>()
  const running = new Map<object, number>()
  let delay = 0
  let debt = 0
  let settledAt = time.now()
  let isChecking = false

  const share = (): number => {
    const pressure = requests.average(time.now()) + (connectionsAwaited?.() ?? 0) + delay / delayPerRequestMs
    return Math.max(minShare, 1 / (1 + pressure))
  }

  const slots = (): number => Math.max(1, Math.floor(maxSlices * share()))

  const updateDebt = (): void => {
    const now = time.now()
    const allowed = share() * slots()
    debt = Math.min(maxDebtMs, Math.max(0, debt + (now - settledAt) * (running.size - allowed)))
    settledAt = now
    for (const [id, began] of running) if (now - began >= maxSliceMs) running.delete(id)
  }

  const recordDelay = (ms: number): void => {
    delay += (Math.max(0, ms) - delay) / 4
  }

  /** Takes the first slice of the job whose turn it is, or one whose time limit is over. */
  const takeNext = (): Waiter | undefined => {
    const now = time.now()
    const isFree = debt === 0 && running.size < slots()
    for (const [job, waiters] of queues) {
      const [first] = waiters
      if (!first || !(isFree || now >= first.latest)) continue
      waiters.shift()
      queues.delete(job)
      if (waiters.length > 0) queues.set(job, waiters)
      return first
    }
    return undefined
  }

  const beginDue = (): void => {
    updateDebt()
    for (let waiter = takeNext(); waiter; waiter = takeNext()) waiter.begin()
    if (queues.size > 0 && !isChecking) void checkLater()
  }

  const checkLater = async (): Promise<void> => {
    isChecking = true
    const startedAt = time.now()
    const pause = Math.min(checkEveryMs, Math.max(1, debt / (share() * slots())))
    await time.wait(pause)
    recordDelay(time.now() - startedAt - pause)
    isChecking = false
    beginDue()
  }

  const waitForTurn = (job: string, within: number): Promise<object> =>
    new Promise(resolve => {
      const waiters = queues.get(job) ?? []
      const begin = () => {
        const id = {}
        running.set(id, time.now())
        resolve(id)
      }
      waiters.push({ begin, latest: time.now() + within })
      queues.set(job, waiters)
      beginDue()
    })

  return {
    async slice(job, work, { within = Number.POSITIVE_INFINITY } = {}) {
      const requestedAt = time.now()
      // Lets requests that have already arrived go first.
      await time.turn()
      recordDelay(time.now() - requestedAt)
      const id = await waitForTurn(job, within)
      const beganAt = time.now()
      try {
        return await work()
      } finally {
        report?.(job, { waited: beganAt - requestedAt, ran: time.now() - beganAt })
        updateDebt()
        running.delete(id)
        beginDue()
      }
    },
    began: () => requests.began(time.now()),
    ended: began => requests.ended(began, time.now()),
    get share() {
      return share()
    },
    get waiting() {
      return [...queues.values()].reduce((sum, waiters) => sum + waiters.length, 0)
    },
  }
}

/** Runs slices immediately, for work without a governor such as a command. */
export const ungoverned: Slice = work => work()
