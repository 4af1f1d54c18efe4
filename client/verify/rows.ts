import { sameBytes } from './bytes.ts'

const digest = /^[0-9a-f]{64}$/
const bytesOf = 32

/** The value of a lower-case hexadecimal digit. */
const nibble = (hex: string, index: number): number => {
  const code = hex.charCodeAt(index)
  return code > 57 ? code - 87 : code - 48
}

/** The digests of records in shown rows: about 200 bytes a row. */
export class Rows {
  /** The rows of the places 0, 1, 2 …, ascending. */
  readonly #indexes: number[] = []
  readonly #resources: string[] = []
  /** Two digests per place, `after` and `content`; zeros for a missing one. */
  #digests = new Uint8Array(1 << 12)
  /** For each resource, the place since which its rows have the same `after`. */
  readonly #since = new Map<string, number>()

  get count(): number {
    return this.#indexes.length
  }

  #digestAt(place: number, which: 'after' | 'content'): Uint8Array {
    const start = place * 2 * bytesOf + (which === 'after' ? 0 : bytesOf)
    return this.#digests.subarray(start, start + bytesOf)
  }

  add(index: number, resourceId: string, after: unknown, content: unknown): void {
    const place = this.#indexes.length
    if ((place + 1) * 2 * bytesOf > this.#digests.length) {
      const larger = new Uint8Array(this.#digests.length * 2)
      larger.set(this.#digests)
      this.#digests = larger
    }
    this.#indexes.push(index)
    this.#resources.push(resourceId)
    this.#write(place, 'content', content)
    if (!this.#write(place, 'after', after)) return
    const since = this.#since.get(resourceId)
    if (since === undefined || !sameBytes(this.#digestAt(since, 'after'), this.#digestAt(place, 'after')))
      this.#since.set(resourceId, place)
  }

  #write(place: number, which: 'after' | 'content', hex: unknown): boolean {
    if (typeof hex !== 'string' || !digest.test(hex)) return false
    const digestBytes = this.#digestAt(place, which)
    for (let i = 0; i < bytesOf; i++) digestBytes[i] = nibble(hex, i * 2) * 16 + nibble(hex, i * 2 + 1)
    return true
  }

  /** The place of a row; undefined if it is not shown. */
  find(index: number): number | undefined {
    let [low, high] = [0, this.#indexes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#indexes[middle] as number) < index) low = middle + 1
      else high = middle
    }
    return this.#indexes[low] === index ? low : undefined
  }

  matches(place: number, which: 'after' | 'content', sha256: Uint8Array): boolean {
    return sameBytes(this.#digestAt(place, which), sha256)
  }

  resource(place: number): string {
    return this.#resources[place] as string
  }

  /** The row with a later state of the same resource. */
  newer(place: number): number | undefined {
    const since = this.#since.get(this.resource(place)) ?? -1
    return since > place ? this.#indexes[since] : undefined
  }
}
