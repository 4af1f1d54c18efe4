import type { LedgerReader } from '#http/ledger.ts'
import { type LeafRange, nodeHash, type Subtree, subtreesOf } from '#lib/merkle.ts'
import { findHashes } from './queries.ts'
import { splitHashes, subtreeWidth } from './tree.ts'

const height = Math.log2(subtreeWidth)

/** Returns the range of stored hashes from which a subtree is computed, at most half a tile. */
const findStoredRange = ({ level, index }: Subtree) => {
  const stored = Math.floor(level / height)
  const count = 2 ** (level % height)
  return { level: stored, from: index * count, to: (index + 1) * count }
}

const foldPairs = (hashes: readonly Buffer[]): Buffer => {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, i) => nodeHash(row[2 * i] as Buffer, row[2 * i + 1] as Buffer))
  const [root] = row
  if (!root) throw new RangeError('a subtree must have a leaf')
  return root
}

/** Returns the key of the tile that contains a stored hash. */
const tileKey = (level: number, position: number): string => `${level}/${Math.floor(position / subtreeWidth)}`

/** Rows, leaves or hashes are missing: something other than the program has changed the tables. */
export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged'
}

/**
 * Reads the hashes of a generation's subtrees, in order. Hashes in one tile of 256 are read as one range, so a proof
 * needs a few ranges of at most 256 hashes, in one statement.
 * @throws LedgerDamaged
 */
export const readSubtrees = async (
  read: LedgerReader,
  generation: number,
  subtrees: readonly Subtree[],
): Promise<Buffer[]> => {
  const storedRanges = subtrees.map(findStoredRange)
  const tiles = new Map<string, { level: number; from: number; to: number }>()
  for (const { level, from, to } of storedRanges) {
    const tile = tiles.get(tileKey(level, from))
    tiles.set(
      tileKey(level, from),
      tile ? { level, from: Math.min(tile.from, from), to: Math.max(tile.to, to) } : { level, from, to },
    )
  }
  const ranges = [...tiles.values()]
  if (ranges.length === 0) return []
  const rows = await read(findHashes, {
    generation,
    levels: ranges.map(({ level }) => level),
    froms: ranges.map(({ from }) => from),
    tos: ranges.map(({ to }) => to),
  })
  const stored = new Map(rows.map(({ range, hashes }) => [ranges[range - 1], splitHashes(hashes)]))
  return storedRanges.map(({ level, from, to }) => {
    const range = tiles.get(tileKey(level, from))
    const hashes = stored.get(range) ?? []
    if (!range || hashes.length < range.to - range.from)
      throw new LedgerDamaged(`hashes from ${from} on are missing in level ${level} of generation ${generation}`)
    return foldPairs(hashes.slice(from - range.from, to - range.from))
  })
}

/** Reads the hash of each range, as in the proofs of RFC 6962. */
export const readRanges = async (
  read: LedgerReader,
  generation: number,
  ranges: readonly LeafRange[],
): Promise<Buffer[]> => {
  const parts = ranges.map(subtreesOf)
  const hashes = await readSubtrees(read, generation, parts.flat())
  let end = 0
  return parts.map(part => {
    end += part.length
    return hashes.slice(end - part.length, end).reduceRight((right, left) => nodeHash(left, right))
  })
}
