/**
 * A first-in, first-out queue that holds each item at most once. Adding an item schedules a call of the function that
 * serves the queue.
 */
export class RunQueue<Item> {
  readonly #items: Item[] = []
  readonly #waiting = new Set<Item>()
  readonly #setAside = new Set<Item>()
  readonly #run = (): void => {
    this.#isScheduled = false
    this.#work?.()
  }
  #work: (() => void) | undefined
  #isScheduled = false

  get size(): number {
    return this.#items.length
  }

  /** Sets the function that serves the queue. */
  serve(work: () => void): void {
    this.#work = work
  }

  /** Schedules the next call if an item is waiting. */
  wake(): void {
    if (this.#isScheduled || this.#items.length === 0) return
    this.#isScheduled = true
    setImmediate(this.#run)
  }

  add(item: Item): void {
    if (this.#waiting.has(item)) return
    this.#waiting.add(item)
    this.#items.push(item)
    this.wake()
  }

  take(): Item | undefined {
    const item = this.#items.shift()
    if (item !== undefined) this.#waiting.delete(item)
    return item
  }

  takeSome(limit: number): Item[] {
    const items = this.#items.splice(0, limit)
    for (const item of items) this.#waiting.delete(item)
    return items
  }

  /** Sets an item aside until it is added again. */
  setAside(item: Item): void {
    this.#setAside.add(item)
  }

  /** Adds the items that were set aside. */
  bringBack(): void {
    for (const item of this.#setAside) this.add(item)
    this.#setAside.clear()
  }
}
