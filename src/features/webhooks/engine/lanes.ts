import type { Lane, RunQueues } from './lane.ts'
import { RunQueue } from './run-queue.ts'

const maxInMemory = 8000
const windows = { least: 16, most: 128 }

/** The lanes that this node holds, and the queues of lanes that wait for a turn. */
export class Lanes implements RunQueues {
  readonly starts = new RunQueue<Lane>()
  readonly reads = new RunQueue<Lane>()
  readonly #held = new Map<string, Lane>()

  /** The number of rows that each lane keeps in memory: the more lanes, the fewer rows. */
  get window(): number {
    return Math.max(windows.least, Math.min(windows.most, Math.floor(maxInMemory / Math.max(1, this.#held.size))))
  }

  get size(): number {
    return this.#held.size
  }

  get(endpointId: string): Lane | undefined {
    return this.#held.get(endpointId)
  }

  all(): Lane[] {
    return [...this.#held.values()]
  }

  add(lane: Lane): void {
    this.#held.set(lane.endpointId, lane)
  }

  drop(lane: Lane): void {
    lane.standing('lost')
    if (this.#held.get(lane.endpointId) === lane) this.#held.delete(lane.endpointId)
  }
}
