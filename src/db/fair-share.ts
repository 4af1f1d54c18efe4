/** Work has waited too long for a connection: all are in use, or its kind of work is slow and has used up its share. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy'

  constructor() {
    super('the connections are in use')
  }
}

/** The right to a connection. */
export interface Slot {
  /** Must be called when the connection is open, so that time spent connecting does not count as slow work. */
  start(): void
  release(): void
}

interface Waiter {
  readonly begin: (slot: Slot) => void
  readonly timer: NodeJS.Timeout
}

/** The running and waiting pieces of one kind of work, which is named after its first statement. */
interface Workload {
  /** The start time of each running piece of work; Infinity while it connects. */
  readonly running: Map<object, number>
  readonly waiting: Waiter[]
  isSlow: boolean
}

const slowAfterMs = 500
const maxWaitMs = 5000

/**
 * Divides the connections of a pool so that no kind of work takes them all. A kind gets up to two thirds, and waiting
 * work is served round-robin by kind. A kind with work that lasts more than 500 ms, such as reads of a locked table, is
 * slow: it gets up to a sixth, and all slow kinds together up to half. The first piece of a slow kind may still begin
 * while the shares of slow kinds leave a third, and a sixth of the connections is free.
 */
export class FairShare {
  readonly #workloads = new Map<string, Workload>()
  /** The workloads with waiting work, in the order of service. */
  readonly #queued = new Set<Workload>()
  readonly #connections: number
  #running = 0
  readonly #share: Readonly<Record<'quick' | 'slow' | 'allSlow', number>>

  constructor(connections: number) {
    const part = (fraction: number) => Math.max(1, Math.floor(connections * fraction))
    this.#connections = connections
    this.#share = { quick: part(2 / 3), slow: part(1 / 6), allSlow: part(1 / 2) }
  }

  /** The number of waiting pieces of work. */
  get waiting(): number {
    return this.#queued.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Resolves when the work may connect. Throws PoolBusy after 5 s. */
  async take(name: string): Promise<Slot> {
    const workload = this.#workloads.get(name) ?? { running: new Map(), waiting: [], isSlow: false }
    this.#workloads.set(name, workload)
    return workload.waiting.length === 0 && this.#mayBegin(workload) ? this.#begin(workload) : this.#wait(workload)
  }

  #begin(workload: Workload): Slot {
    const id = {}
    workload.running.set(id, Number.POSITIVE_INFINITY)
    this.#running++
    return {
      start: () => workload.running.set(id, performance.now()),
      release: () => this.#end(workload, id),
    }
  }

  #mayBegin(workload: Workload): boolean {
    if (this.#running >= this.#connections) return false
    const { quick, slow, allSlow } = this.#share
    if (!this.#isSlow(workload)) return workload.running.size < quick
    const counts = [...this.#workloads.values()].filter(one => this.#isSlow(one)).map(one => one.running.size)
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
    if (workload.running.size > 0) return workload.running.size < slow && sum(counts) < allSlow
    // Connections that a kind took while it was quick must not prevent others from proving that they are quick again.
    const shares = counts.map(count => Math.min(count, slow))
    return sum(shares) < quick && this.#connections - this.#running >= slow
  }

  #isSlow(workload: Workload): boolean {
    workload.isSlow ||= performance.now() - Math.min(...workload.running.values()) > slowAfterMs
    return workload.isSlow
  }

  #wait(workload: Workload): Promise<Slot> {
    this.#queued.add(workload)
    return new Promise((begin, reject) => {
      const giveUp = () => {
        workload.waiting.splice(workload.waiting.indexOf(waiter), 1)
        if (workload.waiting.length === 0) this.#queued.delete(workload)
        reject(new PoolBusy())
      }
      const waiter = { begin, timer: setTimeout(giveUp, maxWaitMs).unref() }
      workload.waiting.push(waiter)
    })
  }

  #end(workload: Workload, id: object): void {
    workload.isSlow = performance.now() - (workload.running.get(id) ?? Number.POSITIVE_INFINITY) > slowAfterMs
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
