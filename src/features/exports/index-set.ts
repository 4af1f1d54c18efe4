const initialCapacity = 1024

/** A set of integers below 2^32, in 4 bytes per number that was added. */
export class IndexSet {
  #numbers = new Uint32Array(initialCapacity)
  #length = 0

  add(index: number | undefined): void {
    if (index === undefined) return
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length++] = index
  }

  /** Yields each number once, in ascending order. */
  *[Symbol.iterator](): Generator<number, void, void> {
    let previous = -1
    for (const index of this.#numbers.subarray(0, this.#length).toSorted()) {
      if (index !== previous) yield index
      previous = index
    }
  }
}
