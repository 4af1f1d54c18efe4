/** Builds the Merkle tree of RFC 6962 section 2.1 from left to right. Shares no code with the server. */
import type { Primitives } from './primitives.ts'

type Sha256 = Primitives['sha256']

/** Returns the SHA-256 of a zero byte followed by the text. */
export const leafHash = (sha256: Sha256, text: string): Uint8Array => sha256(`\0${text}`)

/** Returns the level of the largest complete subtree that begins at `from` and ends at or before `to`. */
export const levelAt = (from: number, to: number): number => {
  let level = 0
  for (let span = 2; from % span === 0 && from + span <= to; span *= 2) level++
  return level
}

export class Tree {
  readonly #sha256: Sha256
  /** The hashes of complete subtrees, largest first. */
  readonly #complete: Uint8Array[] = []
  readonly #pair = new Uint8Array(65)
  size = 0

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
    this.#pair[0] = 1
  }

  #parent(left: Uint8Array, right: Uint8Array): Uint8Array {
    this.#pair.set(left, 1)
    this.#pair.set(right, 33)
    return this.#sha256(this.#pair)
  }

  /** Appends a complete subtree of 2^level leaves. The size of the tree must be a multiple of that. */
  append(hash: Uint8Array, level = 0): void {
    const span = 2 ** level
    let index = this.size / span
    if (!Number.isInteger(index)) throw new RangeError('a subtree that is not aligned')
    let node = hash
    for (; index % 2 === 1; index = (index - 1) / 2) node = this.#parent(this.#complete.pop() as Uint8Array, node)
    this.#complete.push(node)
    this.size += span
  }

  root(): Uint8Array {
    const [last, ...larger] = this.#complete.toReversed()
    if (!last) return this.#sha256(new Uint8Array())
    return larger.reduce((right, left) => this.#parent(left, right), last)
  }
}
