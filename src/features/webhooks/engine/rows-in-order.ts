import type { QueuedDelivery } from './due.ts'

/**
 * The rows of a lane in memory. Attempts for one resource start in the order of its events and never overlap: a row is
 * set aside while an attempt for its resource is in flight, and comes next when that attempt has ended.
 */
export class RowsInOrder {
  readonly #ready: QueuedDelivery[] = []
  readonly #busy = new Set<string>()
  readonly #aside = new Map<string, QueuedDelivery[]>()
  #asideCount = 0

  get size(): number {
    return this.#ready.length + this.#asideCount
  }

  get isReady(): boolean {
    return this.#ready.length > 0
  }

  add(row: QueuedDelivery): void {
    this.#ready.push(row)
  }

  /** Returns the next row; undefined if all rows are set aside. */
  next(): QueuedDelivery | undefined {
    for (let row = this.#ready.shift(); row; row = this.#ready.shift()) {
      if (!this.#busy.has(row.resource)) {
        this.#busy.add(row.resource)
        return row
      }
      const aside = this.#aside.get(row.resource)
      if (aside) aside.push(row)
      else this.#aside.set(row.resource, [row])
      this.#asideCount++
    }
    return undefined
  }

  onEnded({ resource }: QueuedDelivery): void {
    this.#busy.delete(resource)
    const aside = this.#aside.get(resource)
    const row = aside?.shift()
    if (!row) return
    if (aside?.length === 0) this.#aside.delete(resource)
    this.#asideCount--
    this.#ready.unshift(row)
  }

  /** Removes and returns all rows. */
  clear(): QueuedDelivery[] {
    const rows = [...this.#ready, ...[...this.#aside.values()].flat()]
    this.#ready.length = 0
    this.#aside.clear()
    this.#asideCount = 0
    return rows
  }
}
