import type { Database } from '#db/database.ts'
import type { LedgerReader } from '#http/ledger.ts'
import type { VerifyRecords } from '#shared/record-verifier.ts'
import { findHeads } from './queries.ts'
import type { LedgerFinding } from './verification.ts'
import { beginState } from './verifications.ts'
import { type KnownHead, type VerifyState, verifyStep } from './verify.ts'
import { organizationsWithLedgers } from './verify-queries.ts'

/** A checkpoint from a file outside the install. */
export interface CheckpointFile {
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
  /** The number of compared records from an earlier release, which no row binds. */
  readonly unbound: number
  /** The files of the checkpoints with which the ledger was compared. */
  readonly compared: readonly string[]
  readonly findings: readonly LedgerFinding[]
}

/** Reads a checkpoint from a signed note or its first three lines. @throws Error if the text is not a checkpoint */
export const readCheckpoint = (file: string, note: string): CheckpointFile => {
  const [origin = '', size = '', root = ''] = note.split('\n')
  const isSize = /^(0|[1-9]\d{0,15})$/.test(size)
  if (!origin.includes('/ledger/') || !isSize || Buffer.from(root, 'base64').length !== 32)
    throw new Error(`${file} is not a checkpoint of a ledger.`)
  return { file, origin, size: Number(size), root }
}

/** Returns the organization in an origin `<host>/ledger/<organization>/<generation>`. */
const organizationOf = ({ origin }: CheckpointFile): string => origin.split('/').at(-2) ?? ''

/**
 * Verifies every row of every ledger, every record that rows refer to, and the checkpoints. Changes nothing and can run
 * while a server is running.
 */
export async function* verifyNow(
  db: Database,
  verifyRecords: VerifyRecords,
  checkpoints: readonly CheckpointFile[],
  signal: AbortSignal,
): AsyncGenerator<VerifiedLedger> {
  const organizationIds = new Set((await db.readInstall(organizationsWithLedgers, {})).map(({ id }) => id))
  for (const checkpoint of checkpoints) organizationIds.add(organizationOf(checkpoint))
  for (const organizationId of [...organizationIds].toSorted()) {
    const read: LedgerReader = (statement, values) => db.read(organizationId, statement, values)
    const generations = new Map((await read(findHeads, { generation: null })).map(row => [row.origin, row.generation]))
    const ownCheckpoints = checkpoints.filter(checkpoint => organizationOf(checkpoint) === organizationId)
    const heads = ownCheckpoints.map(
      ({ origin, size, root }): KnownHead => ({ generation: generations.get(origin) ?? 0, size, root }),
    )
    let state: VerifyState = await beginState(read, undefined, heads)
    while (!state.isDone && !signal.aborted) state = await verifyStep(read, state, verifyRecords)
    const { rows, pruned, records, unbound, findings } = state
    yield { organizationId, rows, pruned, records, unbound, compared: ownCheckpoints.map(({ file }) => file), findings }
  }
}
