import type { LedgerReader } from '#http/ledger.ts'
import { Frontier } from '#lib/merkle.ts'
import type { RecordFinding, RecordPosition, VerifyRecords } from '#shared/record-verifier.ts'
import { isAsSealed } from './check-row.ts'
import { createLedger } from './ledger.ts'
import { findHashes, findLeavesInRange, type LeafRow } from './queries.ts'
import { LedgerDamaged } from './stored-nodes.ts'
import { storedLevel, subtreeWidth } from './tree.ts'
import type { LedgerFinding } from './verification.ts'
import { findErasuresWithoutRow, findUnsealed, hasLeavesBeyond } from './verify-queries.ts'

/** The number of rows that one step verifies, in whole tiles: about 20 ms of work. */
const rowsPerStep = 1024
/** The number of hashes of one level that one statement reads. */
const hashesPerRead = 5000
const maxFindings = 100

export interface Head {
  readonly generation: number
  readonly size: number
  /** The root hash in base64. */
  readonly root: string
  readonly firstKept: number
}

/** The expected head of a tree at a size; `generation` is 0 if no tree of the organization has its origin. */
export interface KnownHead {
  readonly generation: number
  readonly size: number
  readonly root: string
}

/** The state from which a verification continues, stored as JSON. */
export interface VerifyState {
  readonly heads: readonly Head[]
  readonly known: readonly KnownHead[]
  /** The remaining rows as generation, first row and exclusive end, in whole tiles except at the end of a tree. */
  readonly ranges: readonly (readonly [generation: number, from: number, to: number])[]
  /** The row after which the search for rows without a leaf continues; null once it is complete. */
  readonly after: string | null
  /** Where the comparison of records continues; null once it is complete. */
  readonly recordsFrom: RecordPosition | 'start' | null
  readonly rows: number
  readonly pruned: number
  readonly records: number
  readonly unbound: number
  readonly findings: readonly LedgerFinding[]
  readonly isDone: boolean
}

const ledger = createLedger()

const finding = (kind: LedgerFinding['kind'], location: Partial<LedgerFinding> = {}): LedgerFinding => ({
  kind,
  eventId: null,
  generation: null,
  leafIndex: null,
  table: null,
  recordId: null,
  column: null,
  ...location,
})

const addFindings = (state: VerifyState, newFindings: readonly LedgerFinding[]): VerifyState =>
  newFindings.length === 0 ? state : { ...state, findings: [...state.findings, ...newFindings].slice(0, maxFindings) }

/** Reads stored hashes of one level, by index. Looks up each separately, because any may be missing. */
const readStoredHashes = async (read: LedgerReader, generation: number, level: number, from: number, to: number) => {
  const froms = Array.from({ length: to - from }, (_, i) => from + i)
  const params = { levels: froms.map(() => level), froms, tos: froms.map(index => index + 1) }
  const rows = await read(findHashes, { generation, ...params })
  return new Map(rows.map(({ range, hashes }) => [from + range - 1, hashes]))
}

const findHead = ({ heads }: VerifyState, generation: number) => heads.find(head => head.generation === generation)

/** Compares each row in part of a tree with its leaf, and each whole tile with its level-1 subtree. */
const checkRows = async (read: LedgerReader, state: VerifyState): Promise<VerifyState> => {
  const [[generation, from, end] = [0, 0, 0], ...otherRanges] = state.ranges
  const to = Math.min(end, from + rowsPerStep)
  const firstKept = findHead(state, generation)?.firstKept ?? 0
  const leaves = new Map((await read(findLeavesInRange, { generation, from, to })).map(row => [row.leaf_index, row]))
  const tiles = await readStoredHashes(read, generation, 1, from / subtreeWidth, Math.floor(to / subtreeWidth))
  const findings: LedgerFinding[] = []
  let pruned = 0
  const checkRow = (index: number, row: LeafRow | undefined): void => {
    const location = { generation, leafIndex: index, eventId: row?.event_id ?? null }
    if (!row) findings.push(finding('leafMissing', location))
    else if (row.record !== null) {
      if (!isAsSealed({ ...row, record: row.record })) findings.push(finding('rowAltered', location))
    } else if (index < firstKept) pruned++
    else findings.push(finding('rowDeleted', location))
  }
  for (let start = from; start < to; start += subtreeWidth) {
    const tile = new Frontier()
    const tileEnd = Math.min(to, start + subtreeWidth)
    for (let index = start; index < tileEnd; index++) {
      const row = leaves.get(index)
      checkRow(index, row)
      if (row) tile.append(row.hash)
    }
    const isWhole = tileEnd - start === subtreeWidth
    const storedTile = tiles.get(start / subtreeWidth)
    if (isWhole && tile.size === subtreeWidth && !storedTile?.equals(tile.root()))
      findings.push(finding('treeAltered', { generation, leafIndex: start }))
  }
  const remaining = to < end ? [[generation, to, end] as const, ...otherRanges] : otherRanges
  return addFindings(
    { ...state, ranges: remaining, rows: state.rows + to - from, pruned: state.pruned + pruned },
    findings,
  )
}

/**
 * Computes the head of a tree from its level-1 subtrees and the leaves after them, and verifies each higher subtree
 * along the way.
 */
const checkSpine = async (read: LedgerReader, { generation, size, root }: Head): Promise<LedgerFinding[]> => {
  const tree = new Frontier()
  const altered = finding('treeAltered', { generation, leafIndex: size })
  const tiles = Math.floor(size / subtreeWidth)
  const higherSubtrees = new Map<string, Buffer>()
  const recordSubtree = (level: number, index: number, hash: Buffer): void => {
    const stored = storedLevel(level)
    if (stored !== undefined && stored > 1) higherSubtrees.set(`${stored}/${index}`, hash)
  }
  for (let from = 0; from < tiles; from += hashesPerRead) {
    const to = Math.min(tiles, from + hashesPerRead)
    const hashes = await readStoredHashes(read, generation, 1, from, to)
    for (let index = from; index < to; index++) {
      const hash = hashes.get(index)
      if (!hash) return [altered]
      tree.appendSubtree(Math.log2(subtreeWidth), hash, recordSubtree)
    }
  }
  for (const [name, hash] of higherSubtrees) {
    const [level = 0, index = 0] = name.split('/').map(Number)
    if (!(await readStoredHashes(read, generation, level, index, index + 1)).get(index)?.equals(hash)) return [altered]
  }
  const lastLeaves = await readStoredHashes(read, generation, 0, tiles * subtreeWidth, size)
  for (let index = tiles * subtreeWidth; index < size; index++) {
    const hash = lastLeaves.get(index)
    if (!hash) return [altered]
    tree.append(hash)
  }
  const [extraLeaves] = await read(hasLeavesBeyond, { generation })
  return tree.root().toString('base64') === root && !extraLeaves?.more ? [] : [altered]
}

/** Compares a tree with a known head. */
const checkKnown = async (read: LedgerReader, state: VerifyState, knownHead: KnownHead): Promise<LedgerFinding[]> => {
  const { generation, size, root } = knownHead
  const location = { generation: generation || null, leafIndex: size }
  if (size > (findHead(state, generation)?.size ?? 0)) return [finding('tailCut', location)]
  try {
    const currentRoot = await ledger.rootAt(read, generation, size)
    return currentRoot.toString('base64') === root ? [] : [finding('historyRewritten', location)]
  } catch (error) {
    if (error instanceof LedgerDamaged) return [finding('historyRewritten', location)]
    throw error
  }
}

const checkTrees = async (read: LedgerReader, state: VerifyState): Promise<VerifyState> => {
  const findings: LedgerFinding[] = []
  for (const [i, head] of state.heads.entries()) {
    if (head.generation !== i + 1) findings.push(finding('treeAltered', { generation: i + 1 }))
    findings.push(...(await checkSpine(read, head)))
  }
  for (const knownHead of state.known) findings.push(...(await checkKnown(read, state, knownHead)))
  for (const { event_id } of await read(findErasuresWithoutRow, {}))
    findings.push(finding('erasureWithoutRow', { eventId: event_id }))
  return addFindings({ ...state, isDone: true }, findings)
}

/** Finds audit rows that have no leaf although the sealer has passed them. */
const checkSealed = async (read: LedgerReader, state: VerifyState, after: string): Promise<VerifyState> => {
  const [page] = await read(findUnsealed, { after, limit: rowsPerStep })
  const unsealed = (page?.unsealed ?? []).map(eventId => finding('neverSealed', { eventId }))
  return addFindings({ ...state, after: page && page.looked === rowsPerStep ? page.last : null }, unsealed)
}

const recordKinds: Readonly<Record<RecordFinding['what'], LedgerFinding['kind']>> = {
  unbound: 'recordUnbound',
  record: 'recordAltered',
  content: 'recordAltered',
  column: 'recordAltered',
  missing: 'recordMissing',
}

const checkRecords = async (
  read: LedgerReader,
  state: VerifyState,
  verifyRecords: VerifyRecords,
): Promise<VerifyState> => {
  const { recordsFrom } = state
  const from = recordsFrom === 'start' || recordsFrom === null ? undefined : recordsFrom
  const { checked, earlier, findings, next } = await verifyRecords(read, from)
  const { records, unbound } = state
  return addFindings(
    { ...state, recordsFrom: next ?? null, records: records + checked, unbound: unbound + earlier },
    findings.map(({ table, resourceId, what, column }) =>
      finding(recordKinds[what], { table, recordId: resourceId, column: column ?? null }),
    ),
  )
}

/**
 * Runs one step of a verification: about a thousand rows, a few hundred records, or the final comparison of the heads.
 * Leaves never change, so steps need no common snapshot: each uses its own, with the tree sizes of the start.
 */
export const verifyStep = (
  read: LedgerReader,
  state: VerifyState,
  verifyRecords: VerifyRecords,
): Promise<VerifyState> => {
  if (state.ranges.length > 0) return checkRows(read, state)
  if (state.after !== null) return checkSealed(read, state, state.after)
  return state.recordsFrom === null ? checkTrees(read, state) : checkRecords(read, state, verifyRecords)
}
