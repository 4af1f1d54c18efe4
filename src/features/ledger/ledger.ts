import type { Ledger, LedgerReader, LogPiece, SealedRow, TreeHead } from '#http/ledger.ts'
import { consistencyRanges, emptyRoot, Frontier, inclusionRanges, type LeafRange, subtreesOf } from '#lib/merkle.ts'
import { leafOf, unpackSalts } from './leaf.ts'
import { findHeads, findLeafPositions, findLeaves, type LeafRow } from './queries.ts'
import { LedgerDamaged, readRanges, readSubtrees } from './stored-nodes.ts'

/** The number of rows that one statement of a pass reads. */
const pageSize = 500

const toSealedRow = (generation: number, row: LeafRow): SealedRow => {
  const { leaf_index: index, event_id: eventId, salts, hash, record, erased } = row
  if (record === null) throw new LedgerDamaged(`the row ${eventId} is gone`)
  const { text, disclosures } = leafOf(JSON.parse(record), unpackSalts(salts), new Map(Object.entries(erased ?? {})))
  return { generation, index, eventId, leaf: text, hash, disclosures }
}

const readHeads = async (read: LedgerReader, generation?: number): Promise<TreeHead[]> =>
  (await read(findHeads, { generation: generation ?? null })).map(row => ({
    generation: row.generation,
    origin: row.origin,
    size: row.size,
    root: row.root,
    sealedAt: row.sealed_at.getTime(),
  }))

/** Splits a range of skipped rows at each boundary. */
const splitRange = (from: number, to: number, boundaries: readonly number[]): LeafRange[] => {
  const ends = [from, ...boundaries.filter(boundary => boundary > from && boundary < to), to]
  return ends.slice(1).flatMap((end, i): LeafRange[] => {
    const start = ends[i] ?? from
    return start < end ? [[start, end]] : []
  })
}

async function* pass(read: LedgerReader, { head, shown, boundaries = [] }: Parameters<Ledger['pass']>[1]) {
  const { generation, size } = head
  const sizes = [...boundaries]
  let position = 0
  const readPieces = async (indexes: readonly number[], end: number): Promise<LogPiece[]> => {
    const steps: (number | LeafRange)[] = []
    for (const index of indexes) {
      if (index < position || index >= size) throw new RangeError('rows are shown in ascending order, within the tree')
      steps.push(...splitRange(position, index, sizes), index)
      position = index + 1
    }
    steps.push(...splitRange(position, end, sizes))
    position = Math.max(position, end)
    const ranges = steps.filter(step => typeof step !== 'number')
    const subtrees = ranges.flatMap(subtreesOf)
    const [rows, hashes] = [
      await read(findLeaves, { generation, indexes }),
      await readSubtrees(read, generation, subtrees),
    ]
    const hashedSubtrees = subtrees.map((subtree, i) => ({ ...subtree, hash: hashes[i] as Buffer }))
    const byIndex = new Map(rows.map(row => [row.leaf_index, row]))
    let used = 0
    return steps.map(step => {
      if (typeof step !== 'number') {
        const count = subtreesOf(step).length
        used += count
        return { skip: step, subtrees: hashedSubtrees.slice(used - count, used) }
      }
      const row = byIndex.get(step)
      if (!row) throw new LedgerDamaged(`leaf ${step} of generation ${generation} is missing`)
      return { row: toSealedRow(generation, row) }
    })
  }
  let batch: number[] = []
  for (const index of shown) {
    batch.push(index)
    if (batch.length < pageSize) continue
    yield* await readPieces(batch, position)
    batch = []
  }
  yield* await readPieces(batch, size)
}

const proofs: Omit<Ledger, 'wake' | 'onWake'> = {
  async head(read, generation) {
    const [head] = await readHeads(read, generation)
    return head
  },
  heads: async read => (await readHeads(read)).reverse(),
  async rootAt(read, generation, size) {
    const tree = new Frontier()
    const subtrees = subtreesOf([0, size])
    const hashes = await readSubtrees(read, generation, subtrees)
    for (const [i, { level }] of subtrees.entries()) tree.appendSubtree(level, hashes[i] ?? emptyRoot)
    return tree.root()
  },
  async positions(read, eventIds) {
    const rows = await read(findLeafPositions, { events: eventIds })
    return new Map(rows.map(row => [row.event_id, { generation: row.generation, index: row.leaf_index }]))
  },
  async prove(read, eventId) {
    const [position] = await read(findLeafPositions, { events: [eventId] })
    if (!position) return undefined
    const { generation, leaf_index: index } = position
    const [[head], [row]] = [
      await readHeads(read, generation),
      await read(findLeaves, { generation, indexes: [index] }),
    ]
    if (!head || !row) throw new LedgerDamaged(`the leaf of ${eventId} is missing`)
    const hashes = await readRanges(read, generation, inclusionRanges(index, head.size))
    return { head, row: toSealedRow(generation, row), hashes }
  },
  consistency: (read, generation, from, to) => readRanges(read, generation, consistencyRanges(from, to)),
  pass,
}

/** Creates the ledger's proofs. @throws LedgerDamaged if rows or hashes are missing */
export const createLedger = (): Ledger => {
  let onWake = () => {}
  return {
    ...proofs,
    wake: () => onWake(),
    onWake(callback) {
      onWake = callback
    },
  }
}
