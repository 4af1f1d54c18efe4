import { hash } from 'node:crypto'

// Merkle trees of RFC 6962 section 2.1, over leaves that are only ever appended. This file does not depend on Probata.

const leafPrefix = Buffer.of(0)

// Converts the digest from a string (0.6 µs), because a buffer from Node allocates memory of its own (1.5 µs).
const sha256 = (data: string | Uint8Array): Buffer => Buffer.from(hash('sha256', data, 'latin1'), 'latin1')

/** The leaf hash of bytes, or of the UTF-8 of a text. */
export const leafHash = (data: string | Uint8Array): Buffer =>
  sha256(typeof data === 'string' ? `\0${data}` : Buffer.concat([leafPrefix, data]))

/** The input of node hashes, reused for each of them. */
const pair = Buffer.alloc(65)
pair[0] = 1

export const nodeHash = (left: Buffer, right: Buffer): Buffer => {
  left.copy(pair, 1)
  right.copy(pair, 33)
  return sha256(pair)
}

export const emptyRoot: Buffer = hash('sha256', '', 'buffer')

/** A complete subtree of 2^`level` leaves, the first of which is leaf `index` × 2^`level`. */
export interface Subtree {
  readonly level: number
  readonly index: number
}

/** The leaves from one index up to, but not including, another. */
export type LeafRange = readonly [from: number, to: number]

/** The root of a tree from the hashes of its complete subtrees, largest first. */
const foldRight = (hashes: readonly Buffer[]): Buffer =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => nodeHash(left, right))

/** The state that a tree needs to grow: the hashes of its complete subtrees, largest first. */
export class Frontier {
  size: number
  readonly hashes: Buffer[]

  constructor(size = 0, hashes: readonly Buffer[] = []) {
    this.size = size
    this.hashes = [...hashes]
  }

  /** Calls `onComplete` for each subtree that this leaf completes, the leaf itself first. */
  append(leaf: Buffer, onComplete?: (level: number, index: number, hash: Buffer) => void): void {
    this.appendSubtree(0, leaf, onComplete)
  }

  /** Appends a complete subtree of 2^`level` leaves at once. @throws RangeError if the subtree is not aligned */
  appendSubtree(level: number, hash: Buffer, onComplete?: (level: number, index: number, hash: Buffer) => void): void {
    const span = 2 ** level
    if (this.size % span !== 0) throw new RangeError('the subtree is not aligned')
    let index = this.size / span
    let node = hash
    let height = level
    this.size += span
    onComplete?.(height, index, node)
    while (index % 2 === 1) {
      const left = this.hashes.pop()
      if (!left) throw new RangeError('the frontier does not match its size')
      node = nodeHash(left, node)
      index = (index - 1) / 2
      onComplete?.(++height, index, node)
    }
    this.hashes.push(node)
  }

  root(): Buffer {
    return foldRight(this.hashes)
  }
}

const largestPowerWithin = (size: number): number => {
  let power = 1
  while (power * 2 <= size) power *= 2
  return power
}

/** The largest power of two below a size; RFC 6962 splits a range there. */
const splitOf = (size: number): number => {
  const power = largestPowerWithin(size)
  return power === size ? power / 2 : power
}

/** The largest complete subtrees of a range, left to right. */
export const subtreesOf = ([from, to]: LeafRange): Subtree[] => {
  const subtrees: Subtree[] = []
  for (let leaf = from; leaf < to; ) {
    let span = largestPowerWithin(to - leaf)
    while (leaf % span !== 0) span /= 2
    subtrees.push({ level: Math.log2(span), index: leaf / span })
    leaf += span
  }
  return subtrees
}

/** The ranges whose hashes prove a leaf in a tree of a given size, in the order of RFC 6962 section 2.1.1. */
export const inclusionRanges = (leaf: number, size: number): LeafRange[] => {
  const ranges: LeafRange[] = []
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + splitOf(to - from)
    ranges.unshift(leaf < middle ? [middle, to] : [from, middle])
    if (leaf < middle) to = middle
    else from = middle
  }
  return ranges
}

/**
 * The ranges whose hashes prove that a tree is the beginning of a larger one, in the order of RFC 6962 section 2.1.2.
 */
export const consistencyRanges = (first: number, second: number): LeafRange[] => {
  if (first === 0 || first === second) return []
  const ranges: LeafRange[] = []
  let [from, to] = [0, second]
  while (first !== to) {
    const middle = from + splitOf(to - from)
    ranges.unshift(first <= middle ? [middle, to] : [from, middle])
    if (first <= middle) to = middle
    else from = middle
  }
  return from === 0 ? ranges : [[from, to], ...ranges]
}

/**
 * Computes the hash of a range (RFC 6962) from the hashes of its subtrees. The range must be aligned, as the ranges of
 * proofs are.
 */
export const rangeHash = (range: LeafRange, node: (subtree: Subtree) => Buffer): Buffer =>
  foldRight(subtreesOf(range).map(node))

const isEven = (n: number): boolean => n % 2 === 0
const halved = (n: number): number => Math.floor(n / 2)

/**
 * The root that results from a leaf and its proof; undefined if the proof has the wrong length (RFC 9162 2.1.3.2).
 */
export const rootFromInclusion = (leaf: Buffer, index: number, size: number, proof: readonly Buffer[]) => {
  if (index >= size) return undefined
  let [fn, sn, root] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (sn === 0) return undefined
    const isRight = !isEven(fn) || fn === sn
    root = isRight ? nodeHash(sibling, root) : nodeHash(root, sibling)
    while (isRight && isEven(fn) && fn !== 0) [fn, sn] = [halved(fn), halved(sn)]
    ;[fn, sn] = [halved(fn), halved(sn)]
  }
  return sn === 0 ? root : undefined
}

interface TreeState {
  readonly size: number
  readonly root: Buffer
}

/** Whether a consistency proof shows that a tree is the beginning of another one (RFC 9162 2.1.4.2). */
export const isConsistent = (first: TreeState, second: TreeState, proof: readonly Buffer[]): boolean => {
  if (first.size > second.size) return false
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root)
  if (first.size === 0) return proof.length === 0
  const isPower = largestPowerWithin(first.size) === first.size
  const [start, ...rest] = isPower ? [first.root, ...proof] : proof
  if (!start || proof.length === 0) return false
  let [fn, sn] = [first.size - 1, second.size - 1]
  while (!isEven(fn)) [fn, sn] = [halved(fn), halved(sn)]
  let [one, other] = [start, start]
  for (const node of rest) {
    if (sn === 0) return false
    const isRight = !isEven(fn) || fn === sn
    if (isRight) one = nodeHash(node, one)
    other = isRight ? nodeHash(node, other) : nodeHash(other, node)
    while (isRight && isEven(fn) && fn !== 0) [fn, sn] = [halved(fn), halved(sn)]
    ;[fn, sn] = [halved(fn), halved(sn)]
  }
  return sn === 0 && one.equals(first.root) && other.equals(second.root)
}
