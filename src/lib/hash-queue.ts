/** Too many callers are waiting; the caller should try again later. */
export class Overloaded extends Error {
  constructor() {
    super('too many callers are waiting for a hash')
    this.name = 'Overloaded'
  }
}

/** The classes of callers that wait for a hash, in order of priority; see `ranks`. */
export type Rank = 'chosen' | 'known' | 'person' | 'machine'

/**
 * The number of callers of each rank that may wait. `chosen`: people who choose a password; they are signed in or have
 * a link, and other limits apply to them. `known`: people at known addresses. `person`: other people. `machine`:
 * machines, whose secrets rarely need a hash. Each limit exceeds the attempts per minute that one name is allowed,
 * because a full queue must not reveal whether a name exists.
 */
const ranks: readonly (readonly [Rank, number])[] = [
  ['chosen', Number.POSITIVE_INFINITY],
  ['known', 32],
  ['person', 32],
  ['machine', 32],
]

interface Job {
  readonly since: number
  start(): void
}

interface HashQueue {
  /** Runs the work when its turn comes. Throws Overloaded if too many callers of the rank wait. */
  run<T>(rank: Rank, work: () => Promise<T>): Promise<T>
  /** Waits as long as `run` would, but hashes nothing and occupies no slot. Throws Overloaded like `run`. */
  pretend(rank: Rank): Promise<void>
}

/** The number of concurrent hashes. Each uses 19 MiB and one of libuv's threads, which also resolve names. */
const maxRunning = 2
/** Every fourth hash is for the caller that has waited longest, regardless of rank, so that no rank starves. */
const fairnessInterval = 4

export const createHashQueue = (): HashQueue => {
  const waiting = new Map(ranks.map(([rank]) => [rank, [] as Job[]]))
  const limits = new Map(ranks)
  let running = 0
  let started = 0
  let lastDuration = 0

  const next = (): Job | undefined => {
    const nonEmpty = [...waiting.values()].filter(jobs => jobs.length > 0)
    const byAge = nonEmpty.toSorted(([a], [b]) => (a?.since ?? 0) - (b?.since ?? 0))
    const [queue] = started % fairnessInterval === fairnessInterval - 1 ? byAge : nonEmpty
    return queue?.shift()
  }

  const proceed = (): void => {
    while (running < maxRunning) {
      const job = next()
      if (!job) return
      job.start()
    }
  }

  const waitForTurn = (rank: Rank, takesSlot: boolean): Promise<void> => {
    const jobs = waiting.get(rank) ?? []
    if (running >= maxRunning && jobs.length >= (limits.get(rank) ?? 0)) throw new Overloaded()
    return new Promise(resolve => {
      const start = () => {
        if (takesSlot) [running, started] = [running + 1, started + 1]
        resolve()
      }
      jobs.push({ since: performance.now(), start })
      proceed()
    })
  }

  return {
    async run(rank, work) {
      await waitForTurn(rank, true)
      const beganAt = performance.now()
      try {
        return await work()
      } finally {
        lastDuration = performance.now() - beganAt
        running--
        proceed()
      }
    },
    async pretend(rank) {
      await waitForTurn(rank, false)
      await new Promise(resolve => setTimeout(resolve, lastDuration))
    },
  }
}
