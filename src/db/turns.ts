/** Work that waited too long for its turn: all connections are in use, or what is like it takes long. */
export class Crowded extends Error {
  override readonly name = 'Crowded'

  constructor() {
    super('the connections are in use')
  }
}

/** Ends what took its turn. */
type Turn = () => void

interface Waiter {
  readonly begin: (turn: Turn) => void
  readonly timer: NodeJS.Timeout
}

/** What is under way and waits of one kind of work, named by its first statement. */
interface Lane {
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
export class Turns {
  readonly #lanes = new Map<string, Lane>()
  /** The lanes where somebody waits; whose turn is next, first. */
  readonly #crowded = new Set<Lane>()
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
    return this.#crowded.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Resolves when the work may begin, with what to call at its end. Throws Crowded after 5 s. */
  async take(name: string): Promise<Turn> {
    const lane = this.#lanes.get(name) ?? { running: new Map(), waiting: [], isSlow: false }
    this.#lanes.set(name, lane)
    return lane.waiting.length === 0 && this.#mayBegin(lane) ? this.#begin(lane) : this.#wait(lane)
  }

  #begin(lane: Lane): Turn {
    const id = {}
    lane.running.set(id, performance.now())
    this.#running++
    return () => this.#end(lane, id)
  }

  #mayBegin(lane: Lane): boolean {
    if (this.#running >= this.#connections) return false
    const { quick, slow, allSlow } = this.#share
    if (!this.#isSlow(lane)) return lane.running.size < quick
    const running = this.#lanes.values().reduce((sum, one) => (one.isSlow ? sum + one.running.size : sum), 0)
    return lane.running.size === 0 ? running < quick : lane.running.size < slow && running < allSlow
  }

  #isSlow(lane: Lane): boolean {
    const [oldest = Number.POSITIVE_INFINITY] = lane.running.values()
    lane.isSlow ||= performance.now() - oldest > slowAfter
    return lane.isSlow
  }

  #wait(lane: Lane): Promise<Turn> {
    this.#crowded.add(lane)
    return new Promise((begin, reject) => {
      const leave = () => {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1)
        if (lane.waiting.length === 0) this.#crowded.delete(lane)
        reject(new Crowded())
      }
      const waiter = { begin, timer: setTimeout(leave, patience).unref() }
      lane.waiting.push(waiter)
    })
  }

  #end(lane: Lane, id: object): void {
    lane.isSlow = performance.now() - (lane.running.get(id) ?? 0) > slowAfter
    lane.running.delete(id)
    this.#running--
    while (this.#beginNext());
  }

  #beginNext(): boolean {
    const lane = this.#crowded.values().find(one => this.#mayBegin(one))
    const next = lane?.waiting.shift()
    if (!lane || !next) return false
    this.#crowded.delete(lane)
    if (lane.waiting.length > 0) this.#crowded.add(lane)
    clearTimeout(next.timer)
    next.begin(this.#begin(lane))
    return true
  }
}
