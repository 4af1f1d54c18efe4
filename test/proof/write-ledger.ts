/** A ledger that keeps every level of its Merkle tree (RFC 6962 section 2.1) as a list. */
import { hash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'

export const sha256 = (data: Buffer | string): Buffer => hash('sha256', data, 'buffer')
export const hexDigest = (data: Buffer | string): string => hash('sha256', data, 'hex')

export const canonical = (value: unknown): string => {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('has no canonical text')
  return text
}

export interface Row {
  readonly event: Readonly<Record<string, unknown>>
  readonly digests: Readonly<Record<string, string>>
  /** The disclosure of each field that is sealed as a digest. */
  readonly disclosures: Readonly<Record<string, string>>
}

const erasable = ['reason', 'detail'] as const

export const disclosureOf = (name: string, value: unknown, salt = randomBytes(16).toString('base64url')): string =>
  Buffer.from(JSON.stringify([salt, name, value])).toString('base64url')

const digestOf = (disclosure: string): string => sha256(disclosure).toString('base64url')

/** Returns the sealed form of an audit event, in which the `hidden` fields are digests. */
export const rowOf = (event: Readonly<Record<string, unknown>>, hidden: readonly string[] = erasable): Row => {
  const names = hidden.filter(name => event[name] !== undefined && event[name] !== null)
  const disclosures = Object.fromEntries(names.map(name => [name, disclosureOf(name, event[name])]))
  const digests = Object.fromEntries(names.map(name => [name, digestOf(disclosures[name] ?? '')]))
  return {
    event: Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name))),
    digests,
    disclosures,
  }
}

const leafOf = ({ event, digests }: Row) => ({ digests, event, v: 1 })
export const leafHash = (row: Row): Buffer => sha256(Buffer.concat([Buffer.of(0), Buffer.from(canonical(leafOf(row)))]))
const parent = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([Buffer.of(1), left, right]))

export class Levels {
  /** The hashes of complete subtrees, by level and position. */
  readonly levels: Buffer[][]

  constructor(leaves: readonly Buffer[]) {
    this.levels = [[...leaves]]
    for (let lowerLevel = this.levels[0] ?? []; lowerLevel.length > 1; ) {
      const level = Array.from({ length: lowerLevel.length >> 1 }, (_, n) =>
        parent(lowerLevel[2 * n] as Buffer, lowerLevel[2 * n + 1] as Buffer),
      )
      this.levels.push(level)
      lowerLevel = level
    }
  }

  /** Returns the root over the first `size` leaves. */
  root(size: number): Buffer {
    const parts = this.subtrees(0, size)
    const lastPart = parts.pop()
    return lastPart ? parts.reduceRight((right, [, left]) => parent(left, right), lastPart[1]) : sha256('')
  }

  /** Returns the largest aligned subtrees that together cover [from, to). */
  subtrees(from: number, to: number): [level: number, hash: Buffer][] {
    const parts: [number, Buffer][] = []
    for (let position = from; position < to; ) {
      let level = 0
      while (position % 2 ** (level + 1) === 0 && position + 2 ** (level + 1) <= to) level++
      parts.push([level, this.levels[level]?.[position / 2 ** level] as Buffer])
      position += 2 ** level
    }
    return parts
  }
}

export const shownLine = (index: number, row: Row, fields: readonly string[]): string =>
  canonical({ index, leaf: leafOf(row), disclosures: fields.map(field => row.disclosures[field]) })

export const skippedLine = (tree: Levels, from: number, to: number): string =>
  canonical({
    skip: [from, to],
    hashes: tree.subtrees(from, to).map(([level, hash]) => [level, hash.toString('base64')]),
  })

interface Line {
  readonly skip?: readonly [number, number]
  readonly hashes?: readonly (readonly [number, string])[]
  readonly leaf?: unknown
}

/**
 * Computes the size and the root from the leaves and hashes in a log's lines. Ignores the values that the lines
 * declare.
 */
export const foldLines = (lines: readonly string[]): { size: number; root: Buffer } => {
  const complete: { level: number; hash: Buffer }[] = []
  let size = 0
  const append = (level: number, hash: Buffer): void => {
    size += 2 ** level
    let node = { level, hash }
    for (let last = complete.at(-1); last?.level === node.level; last = complete.at(-1)) {
      complete.pop()
      node = { level: node.level + 1, hash: parent(last.hash, node.hash) }
    }
    complete.push(node)
  }
  for (const line of lines) {
    const { hashes = [], leaf }: Line = JSON.parse(line)
    for (const [level, hash] of hashes) append(level, Buffer.from(hash, 'base64'))
    if (leaf) append(0, sha256(Buffer.concat([Buffer.of(0), Buffer.from(canonical(leaf))])))
  }
  const sibling = complete.pop()
  return {
    size,
    root: sibling ? complete.reduceRight((right, { hash }) => parent(hash, right), sibling.hash) : sha256(''),
  }
}
