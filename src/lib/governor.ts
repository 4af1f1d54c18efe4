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
  /** The time in milliseconds after which it begins regardless of requests: for work with a time limit of its own. */
  readonly within?: number
}

/** Runs one bounded piece of a job's work, about 20 ms, when its turn comes. Slices do not contain other slices. */
export type Slice = <T>(work: () => Promise<T>, options?: SliceOptions) => Promise<T>

/** Divides this process and its connections between requests and background work. */
export interface Governor {
  slice<T>(job: string, work: () => Promise<T>, options?: SliceOptions): Promise<T>
  /** Call it when a request begins; pass the result to `ended`. */
  began(): number
  ended(began: number): void
  /** The share of time that all background work together has now, above 0 and at most 1. */
  readonly share: number
  /** The number of slices that wait for their turn. */
  readonly waiting: number
}

interface Options {
  /** The number of slices that run at once while no request is active. */
  readonly most: number
  /** The number of callers that wait for a connection of the database. */
  readonly connectionsAwaited?: () => number
  /** Called after each slice, with milliseconds. */
  readonly report?: (job: string, times: { readonly waited: number; readonly ran: number }) => void
  readonly time?: Time
}

interface Waiter {
  readonly begin: () => void
  readonly latest: number
}

/** The minimum, under any number of requests. */
export const leastShare = 1 / 40
/** Requests are averaged over this time, in milliseconds. */
const averagedOver = 500
/** A request counts for one to two of these epochs: a longer one is waiting for its client, or for a large answer. */
const epochLength = 1000
/** An event loop that is late by this many milliseconds counts like one more request. */
const latePerRequest = 5
/** A longer slice is waiting for something external, and delays no other. */
const longestSlice = 1000
/** The limit of the debt, so that one long slice does not stop work for a minute. */
const mostDebt = 250
/** The longest time between two checks of the share while slices wait. */
const lookEvery = 20

/** Requests in progress or waiting. */
class Requests {
  #young = 0
  #older = 0
  #average = 0
  #at: number
  #epoch: number

  constructor(now: number) {
    this.#at = now
    this.#epoch = Math.floor(now / epochLength)
  }

  #advance(now: number): void {
    // After two epochs, no request from before them counts.
    for (let epochs = 0; epochs < 2 && now >= this.#endOfEpoch(); epochs++) {
      this.#integrate(this.#endOfEpoch())
      this.#older = this.#young
      this.#young = 0
      this.#epoch++
    }
    this.#integrate(now)
    this.#epoch = Math.floor(now / epochLength)
  }

  #endOfEpoch(): number {
    return (this.#epoch + 1) * epochLength
  }

  #integrate(until: number): void {
    const level = this.#young + this.#older
    this.#average += (level - this.#average) * (1 - Math.exp((this.#at - until) / averagedOver))
    this.#at = until
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
 * Background work is one more participant beside the requests: with n of them active or waiting, all of it together has
 * 1/(1+n) of the time, and never less than `leastShare`. The count includes requests in progress, callers that wait for
 * a connection, and the lateness of the event loop. A slice is paid off at that rate before the next one begins; jobs
 * take turns. While no job has work, nothing is measured and no timer runs.
 */
export const createGovernor = ({ most, connectionsAwaited, report, time = realTime }: Options): Governor => {
  const requests = new Requests(time.now())
  const queues = new Map<string, Waiter[]>()
  const running = new Map<object, number>()
  let late = 0
  let debt = 0
  let settledAt = time.now()
  let looking = false

  const share = (): number => {
    const pressure = requests.average(time.now()) + (connectionsAwaited?.() ?? 0) + late / latePerRequest
    return Math.max(leastShare, 1 / (1 + pressure))
  }

  const slots = (): number => Math.max(1, Math.floor(most * share()))

  const settle = (): void => {
    const now = time.now()
    const gained = share() * slots()
    debt = Math.min(mostDebt, Math.max(0, debt + (now - settledAt) * (running.size - gained)))
    settledAt = now
    for (const [id, began] of running) if (now - began >= longestSlice) running.delete(id)
  }

  const noteLateness = (ms: number): void => {
    late += (Math.max(0, ms) - late) / 4
  }

  /** The first slice of the job whose turn it is, or of one that must not wait any longer. */
  const next = (): Waiter | undefined => {
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

  const beginSome = (): void => {
    settle()
    for (let waiter = next(); waiter; waiter = next()) waiter.begin()
    if (queues.size > 0 && !looking) void look()
  }

  const look = async (): Promise<void> => {
    looking = true
    const asked = time.now()
    const pause = Math.min(lookEvery, Math.max(1, debt / (share() * slots())))
    await time.wait(pause)
    noteLateness(time.now() - asked - pause)
    looking = false
    beginSome()
  }

  const turnOf = (job: string, within: number): Promise<object> =>
    new Promise(resolve => {
      const waiters = queues.get(job) ?? []
      const begin = () => {
        const id = {}
        running.set(id, time.now())
        resolve(id)
      }
      waiters.push({ begin, latest: time.now() + within })
      queues.set(job, waiters)
      beginSome()
    })

  return {
    async slice(job, work, { within = Number.POSITIVE_INFINITY } = {}) {
      const asked = time.now()
      // Requests that have arrived come first.
      await time.turn()
      noteLateness(time.now() - asked)
      const id = await turnOf(job, within)
      const began = time.now()
      try {
        return await work()
      } finally {
        report?.(job, { waited: began - asked, ran: time.now() - began })
        settle()
        running.delete(id)
        beginSome()
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

/** For work that runs on its own, such as a command: each slice begins immediately. */
export const ungoverned: Slice = work => work()
