/** Too many callers are waiting; this one should try again. */
export class Overloaded extends Error {
  constructor() {
    super('too many hashes wait')
    this.name = 'Overloaded'
  }
}

/** The classes of callers that wait for a hash, in order of priority: see `ranks`. */
export type Rank = 'chosen' | 'known' | 'person' | 'machine'

/**
 * The number of each rank that may wait. People who choose a password are signed in or have a link, and are limited
 * elsewhere. Then come people at known addresses, other people, and machines, whose secrets rarely need it. Each limit
 * exceeds the attempts allowed for one name in a minute: a full queue must not reveal whether a name exists.
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
  /** Runs the work when its turn comes. Throws Overloaded. */
  run<T>(rank: Rank, work: () => Promise<T>): Promise<T>
  /** Resolves when a hash requested now would be done, without occupying a slot. Throws Overloaded like `run`. */
  pretend(rank: Rank): Promise<void>
}

/** Each hash occupies one of libuv's four threads, and 19 MiB; names are resolved and files read there too. */
const atOnce = 2
/** Against starvation by a flood of a higher rank: the caller that has waited longest, of any rank. */
const everyFourth = 4

export const createHashQueue = (): HashQueue => {
  const waiting = new Map(ranks.map(([rank]) => [rank, [] as Job[]]))
  const most = new Map(ranks)
  let running = 0
  let started = 0
  let lastTook = 0

  const next = (): Job | undefined => {
    const filled = [...waiting.values()].filter(jobs => jobs.length > 0)
    const oldest = filled.toSorted(([a], [b]) => (a?.since ?? 0) - (b?.since ?? 0))
    const [from] = started % everyFourth === everyFourth - 1 ? oldest : filled
    return from?.shift()
  }

  const proceed = (): void => {
    while (running < atOnce) {
      const job = next()
      if (!job) return
      job.start()
    }
  }

  const turn = (rank: Rank, takesPlace: boolean): Promise<void> => {
    const jobs = waiting.get(rank) ?? []
    if (running >= atOnce && jobs.length >= (most.get(rank) ?? 0)) throw new Overloaded()
    return new Promise(resolve => {
      const start = () => {
        if (takesPlace) [running, started] = [running + 1, started + 1]
        resolve()
      }
      jobs.push({ since: performance.now(), start })
      proceed()
    })
  }

  return {
    async run(rank, work) {
      await turn(rank, true)
      const begun = performance.now()
      try {
        return await work()
      } finally {
        lastTook = performance.now() - begun
        running--
        proceed()
      }
    },
    async pretend(rank) {
      await turn(rank, false)
      await new Promise(resolve => setTimeout(resolve, lastTook))
    },
  }
}
