import type { Lane, RunQueues } from './lane.ts'
import { RunQueue } from './run-queue.ts'

const maxInMemory = 8000
const windows = { min: 16, max: 128 }

/** The lanes that this node holds, and the queues of lanes that wait for a turn. */
export class Lanes implements RunQueues {
  readonly starts = new RunQueue<Lane>()
  readonly reads = new RunQueue<Lane>()
  readonly #lanes = new Map<string, Lane>()

  /** The number of rows that each lane keeps in memory: the more lanes, the fewer rows. */
  get window(): number {
    return Math.max(windows.min, Math.min(windows.max, Math.floor(maxInMemory / Math.max(1, this.#lanes.size))))
  }

  get size(): number {
    return this.#lanes.size
  }

  get(endpointId: string): Lane | undefined {
    return this.#lanes.get(endpointId)
  }

  all(): Lane[] {
    return [...this.#lanes.values()]
  }

  add(lane: Lane): void {
    this.#lanes.set(lane.endpointId, lane)
  }

  drop(lane: Lane): void {
    lane.changeStatus('lost')
    if (this.#lanes.get(lane.endpointId) === lane) this.#lanes.delete(lane.endpointId)
  }
}
