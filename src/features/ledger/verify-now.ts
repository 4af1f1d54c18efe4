import type { Database } from '#db/database.ts'
import type { LedgerReader } from '#http/ledger.ts'
import type { VerifyRecords } from '#shared/record-verifier.ts'
import { findHeads } from './queries.ts'
import type { LedgerFinding } from './verification.ts'
import { beginState } from './verifications.ts'
import { type KnownHead, type VerifyState, verifyStep } from './verify.ts'
import { organizationsWithLedgers } from './verify-queries.ts'

/** A checkpoint kept outside the install, as written in a file. */
export interface KeptCheckpoint {
  readonly file: string
  readonly origin: string
  readonly size: number
  readonly root: string
}

/** The findings in the ledger of an organization, or of the install. */
export interface VerifiedLedger {
  readonly organizationId: string
  readonly rows: number
  readonly pruned: number
  readonly records: number
  /** Compared records from an earlier release, which nothing binds. */
  readonly unbound: number
  /** The number of given checkpoints that it was compared with. */
  readonly compared: readonly string[]
  readonly findings: readonly LedgerFinding[]
}

/** A checkpoint as a signed note or as its three lines. @throws Error */
export const readCheckpoint = (file: string, note: string): KeptCheckpoint => {
  const [origin = '', size = '', root = ''] = note.split('\n')
  const isSize = /^(0|[1-9]\d{0,15})$/.test(size)
  if (!origin.includes('/ledger/') || !isSize || Buffer.from(root, 'base64').length !== 32)
    throw new Error(`${file} is not a checkpoint of a ledger.`)
  return { file, origin, size: Number(size), root }
}

/** The organization in an origin `<host>/ledger/<organization>/<generation>`. */
const organizationOf = ({ origin }: KeptCheckpoint): string => origin.split('/').at(-2) ?? ''

/**
 * Verifies every row of every ledger, every record that rows refer to, and the given checkpoints. It changes nothing,
 * and may run beside a server.
 */
export async function* verifyNow(
  db: Database,
  verifyRecords: VerifyRecords,
  kept: readonly KeptCheckpoint[],
  signal: AbortSignal,
): AsyncGenerator<VerifiedLedger> {
  const known = new Set((await db.readInstall(organizationsWithLedgers, {})).map(({ id }) => id))
  for (const checkpoint of kept) known.add(organizationOf(checkpoint))
  for (const organizationId of [...known].toSorted()) {
    const read: LedgerReader = (asked, values) => db.read(organizationId, asked, values)
    const generations = new Map((await read(findHeads, { generation: null })).map(row => [row.origin, row.generation]))
    const own = kept.filter(checkpoint => organizationOf(checkpoint) === organizationId)
    const heads = own.map(
      ({ origin, size, root }): KnownHead => ({ generation: generations.get(origin) ?? 0, size, root }),
    )
    let state: VerifyState = await beginState(read, undefined, heads)
    while (!state.isDone && !signal.aborted) state = await verifyStep(read, state, verifyRecords)
    const { rows, pruned, records, unbound, findings } = state
    yield { organizationId, rows, pruned, records, unbound, compared: own.map(({ file }) => file), findings }
  }
}
