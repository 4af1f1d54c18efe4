import type { Ledger, LedgerReader, LogPiece, SealedRow, TreeHead } from '#http/ledger.ts'
import { consistencyRanges, emptyRoot, Frontier, inclusionRanges, type LeafRange, subtreesOf } from '#lib/merkle.ts'
import { leafOf, unpackSalts } from './leaf.ts'
import { findHeads, findLeaves, findPlaces, type LeafRow } from './queries.ts'
import { LedgerDamaged, readRanges, readSubtrees } from './stored-nodes.ts'

/** The number of rows that one statement of a pass reads. */
const atOnce = 500

const sealedRow = (generation: number, row: LeafRow): SealedRow => {
  const { leaf_index: index, event_id: eventId, salts, hash, record, erased } = row
  if (record === null) throw new LedgerDamaged(`the row ${eventId} is gone`)
  const { text, disclosures } = leafOf(JSON.parse(record), unpackSalts(salts), new Map(Object.entries(erased ?? {})))
  return { generation, index, eventId, leaf: text, hash, disclosures }
}

const headsOf = async (read: LedgerReader, generation?: number): Promise<TreeHead[]> =>
  (await read(findHeads, { generation: generation ?? null })).map(row => ({
    generation: row.generation,
    origin: row.origin,
    size: row.size,
    root: row.root,
    sealedAt: row.sealed_at.getTime(),
  }))

/** Returns the ranges between two positions that are not shown, cut at each boundary. */
const skips = (from: number, to: number, boundaries: readonly number[]): LeafRange[] => {
  const cuts = [from, ...boundaries.filter(at => at > from && at < to), to]
  return cuts.slice(1).flatMap((end, i): LeafRange[] => {
    const start = cuts[i] ?? from
    return start < end ? [[start, end]] : []
  })
}

async function* pass(read: LedgerReader, { head, shown, boundaries = [] }: Parameters<Ledger['pass']>[1]) {
  const { generation, size } = head
  const cuts = [...boundaries]
  let at = 0
  const pieces = async (indexes: readonly number[], end: number): Promise<LogPiece[]> => {
    const steps: (number | LeafRange)[] = []
    for (const index of indexes) {
      if (index < at || index >= size) throw new RangeError('rows are shown in ascending order, within the tree')
      steps.push(...skips(at, index, cuts), index)
      at = index + 1
    }
    steps.push(...skips(at, end, cuts))
    at = Math.max(at, end)
    const ranges = steps.filter(step => typeof step !== 'number')
    const subtrees = ranges.flatMap(subtreesOf)
    const [rows, hashes] = [
      await read(findLeaves, { generation, indexes }),
      await readSubtrees(read, generation, subtrees),
    ]
    const hashed = subtrees.map((subtree, i) => ({ ...subtree, hash: hashes[i] as Buffer }))
    const byIndex = new Map(rows.map(row => [row.leaf_index, row]))
    let used = 0
    return steps.map(step => {
      if (typeof step !== 'number') {
        const count = subtreesOf(step).length
        used += count
        return { skip: step, subtrees: hashed.slice(used - count, used) }
      }
      const row = byIndex.get(step)
      if (!row) throw new LedgerDamaged(`leaf ${step} of generation ${generation} is missing`)
      return { row: sealedRow(generation, row) }
    })
  }
  let held: number[] = []
  for (const index of shown) {
    held.push(index)
    if (held.length < atOnce) continue
    yield* await pieces(held, at)
    held = []
  }
  yield* await pieces(held, size)
}

const reads: Omit<Ledger, 'wake' | 'onWake'> = {
  async head(read, generation) {
    const [head] = await headsOf(read, generation)
    return head
  },
  heads: async read => (await headsOf(read)).reverse(),
  async rootAt(read, generation, size) {
    const tree = new Frontier()
    const subtrees = subtreesOf([0, size])
    const hashes = await readSubtrees(read, generation, subtrees)
    for (const [i, { level }] of subtrees.entries()) tree.appendSubtree(level, hashes[i] ?? emptyRoot)
    return tree.root()
  },
  async places(read, eventIds) {
    const found = await read(findPlaces, { events: eventIds })
    return new Map(found.map(row => [row.event_id, { generation: row.generation, index: row.leaf_index }]))
  },
  async prove(read, eventId) {
    const [place] = await read(findPlaces, { events: [eventId] })
    if (!place) return undefined
    const { generation, leaf_index: index } = place
    const [[head], [row]] = [await headsOf(read, generation), await read(findLeaves, { generation, indexes: [index] })]
    if (!head || !row) throw new LedgerDamaged(`the leaf of ${eventId} is missing`)
    const hashes = await readRanges(read, generation, inclusionRanges(index, head.size))
    return { head, row: sealedRow(generation, row), hashes }
  },
  consistency: (read, generation, from, to) => readRanges(read, generation, consistencyRanges(from, to)),
  pass,
}

/** Creates the ledger's proofs. @throws LedgerDamaged if rows or hashes are missing */
export const createLedger = (): Ledger => {
  let look = () => {}
  return {
    ...reads,
    wake: () => look(),
    onWake(given) {
      look = given
    },
  }
}
