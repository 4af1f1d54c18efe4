/** Work that waited too long for its turn: all connections are in use, or what is like it takes long. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy'

  constructor() {
    super('the connections are in use')
  }
}

/** Ends what took its turn. */
type Release = () => void

interface Waiter {
  readonly begin: (release: Release) => void
  readonly timer: NodeJS.Timeout
}

/** What is under way and waits of one kind of work, named by its first statement. */
interface Workload {
  /** When each began that is under way, the oldest first. */
  readonly running: Map<object, number>
  readonly waiting: Waiter[]
  isSlow: boolean
}

const slowAfter = 500
const patience = 5000

/**
 * Shares the connections of a pool out, so that no kind of work takes them all: a kind gets two thirds of them, and those
 * that wait go in turn by kind. One of which something lasts over 500 ms, such as each read of a table that somebody has
 * locked, gets a sixth, and all slow kinds together half; the first of a kind begins while a third is left.
 */
export class FairShare {
  readonly #workloads = new Map<string, Workload>()
  /** The workloads where somebody waits; whose turn is next, first. */
  readonly #queued = new Set<Workload>()
  readonly #connections: number
  #running = 0
  readonly #share: Readonly<Record<'quick' | 'slow' | 'allSlow', number>>

  constructor(connections: number) {
    const part = (of: number) => Math.max(1, Math.floor(connections * of))
    this.#connections = connections
    this.#share = { quick: part(2 / 3), slow: part(1 / 6), allSlow: part(1 / 2) }
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queued.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Resolves when the work may begin, with what to call at its end. Throws PoolBusy after 5 s. */
  async take(name: string): Promise<Release> {
    const workload = this.#workloads.get(name) ?? { running: new Map(), waiting: [], isSlow: false }
    this.#workloads.set(name, workload)
    return workload.waiting.length === 0 && this.#mayBegin(workload) ? this.#begin(workload) : this.#wait(workload)
  }

  #begin(workload: Workload): Release {
    const id = {}
    workload.running.set(id, performance.now())
    this.#running++
    return () => this.#end(workload, id)
  }

  #mayBegin(workload: Workload): boolean {
    if (this.#running >= this.#connections) return false
    const { quick, slow, allSlow } = this.#share
    if (!this.#isSlow(workload)) return workload.running.size < quick
    const running = this.#workloads.values().reduce((sum, one) => (one.isSlow ? sum + one.running.size : sum), 0)
    return workload.running.size === 0 ? running < quick : workload.running.size < slow && running < allSlow
  }

  #isSlow(workload: Workload): boolean {
    const [oldest = Number.POSITIVE_INFINITY] = workload.running.values()
    workload.isSlow ||= performance.now() - oldest > slowAfter
    return workload.isSlow
  }

  #wait(workload: Workload): Promise<Release> {
    this.#queued.add(workload)
    return new Promise((begin, reject) => {
      const leave = () => {
        workload.waiting.splice(workload.waiting.indexOf(waiter), 1)
        if (workload.waiting.length === 0) this.#queued.delete(workload)
        reject(new PoolBusy())
      }
      const waiter = { begin, timer: setTimeout(leave, patience).unref() }
      workload.waiting.push(waiter)
    })
  }

  #end(workload: Workload, id: object): void {
    workload.isSlow = performance.now() - (workload.running.get(id) ?? 0) > slowAfter
    workload.running.delete(id)
    this.#running--
    while (this.#beginNext());
  }

  #beginNext(): boolean {
    const workload = this.#queued.values().find(one => this.#mayBegin(one))
    const next = workload?.waiting.shift()
    if (!workload || !next) return false
    this.#queued.delete(workload)
    if (workload.waiting.length > 0) this.#queued.add(workload)
    clearTimeout(next.timer)
    next.begin(this.#begin(workload))
    return true
  }
}
