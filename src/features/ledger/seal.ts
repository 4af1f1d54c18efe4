import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { iso, second } from '#lib/clock.ts'
import { createRandomPool } from '#lib/random-pool.ts'
import { readFieldTexts } from './field-texts.ts'
import { drawSalts, drawSaltsOfTexts, hashTexts, leafOf, packSalts } from './leaf.ts'
import { insertSealedRows, ledgerHeads, ledgerWork, walkLedger } from './seal-queries.ts'
import { Growth } from './tree.ts'

/** The number of rows that one statement seals; 5,000 rows take about 150 ms of CPU, in several turns. */
const batchSize = 5000
/** Another node takes over if the current one has sealed nothing for this long. */
const leaseLength = 10 * second
/** The number of leaves to compute before yielding to the event loop. */
const leavesPerTurn = 500

export type SealServices = Pick<Services, 'db' | 'clock'> & { readonly settings: Pick<Services['settings'], 'url'> }

export interface SealOptions {
  /** This node; it seals nothing while another node is sealing. If omitted, the rows are sealed in any case. */
  readonly node?: string | undefined
  readonly maxRows?: number
}

/** The result of one batch. */
export interface SealResult {
  readonly sealed: number
  /** Whether to continue at once, because the batch was full or another sealer was faster. */
  readonly more: boolean
  /** Whether the database was restored from a dump, so that all rows are searched for those without a leaf. */
  readonly restored?: true
  /** Whether sealing has stopped until `probata ledger continue`. */
  readonly stopped?: true
}

interface Row {
  readonly organization_id: string
  readonly id: string
  readonly record: string
}

const yieldToEventLoop = () => new Promise<void>(resolve => setImmediate(resolve))

const random = createRandomPool()

const sealRow = (record: string): { readonly salts: Buffer; readonly hash: Buffer } => {
  const texts = readFieldTexts(record)
  if (texts) {
    const salts = drawSaltsOfTexts(texts, random)
    return { salts: packSalts(salts), hash: hashTexts(texts, salts) }
  }
  const event = JSON.parse(record)
  const salts = drawSalts(event, random)
  return { salts: packSalts(salts), hash: leafOf(event, salts).hash }
}

const addLeaves = async (growth: Growth, rows: readonly Row[]): Promise<void> => {
  for (const [i, { organization_id, id, record }] of rows.entries()) {
    if (i > 0 && i % leavesPerTurn === 0) await yieldToEventLoop()
    growth.add(organization_id, { eventId: id, ...sealRow(record) })
  }
}

/**
 * Seals one batch: rows committed since the last snapshot become leaves, in transaction order. One statement writes
 * leaves, subtrees, heads and cursor, and does nothing if another sealer was faster. Therefore any number of sealers
 * may run, and each may be killed at any time.
 */
export const sealBatch = async (
  { db, clock, settings }: SealServices,
  { node, maxRows = batchSize }: SealOptions = {},
): Promise<SealResult> => {
  const now = clock.now()
  const [state, ...rows] = await db.readInstall(ledgerWork, { limit: maxRows, node: node ?? null, now: iso(now) })
  if (state?.revision == null || state.goal === null) throw new Error('the cursor of the ledger is gone')
  const { revision, goal } = state
  if (state.restored) {
    await db.transaction(install, tx => tx.query(walkLedger, { revision }))
    return { sealed: 0, more: true, restored: true }
  }
  if (state.stopped) return { sealed: 0, more: false, stopped: true }
  if (rows.length === 0 && !state.unfinished) return { sealed: 0, more: false }
  const organizations = [...new Set(rows.map(row => row.organization_id))]
  const growth = new Growth(organizations, await db.readInstall(ledgerHeads, { organizations }))
  await addLeaves(growth, rows)
  const more = rows.length === maxRows
  const [result] = await db.transaction(install, tx =>
    tx.query(insertSealedRows, {
      revision,
      goal,
      more,
      now: iso(now),
      node: node ?? null,
      leaseUntil: node === undefined ? null : iso(now + leaseLength),
      ...growth.leaves,
      ...growth.subtrees,
      ...growth.trees(settings.url),
      lastTransaction: rows.at(-1)?.transaction ?? null,
    }),
  )
  return result?.moved ? { sealed: rows.length, more } : { sealed: 0, more: true }
}
