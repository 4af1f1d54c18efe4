import type { LedgerReader } from '#api/ledger.ts'
import type { VerifyRecords } from '#api/record-verifier.ts'
import type { Database } from '#db/database.ts'
import { findHeads } from './queries.ts'
import type { Finding } from './verification.ts'
import { beginState } from './verifications.ts'
import { type KnownHead, type VerifyState, verifyStep } from './verify.ts'
import { organizationsWithLedgers } from './verify-queries.ts'

/** A checkpoint that somebody kept outside, as it is written in a file. */
export interface KeptCheckpoint {
  readonly file: string
  readonly origin: string
  readonly size: number
  readonly root: string
}

/** What was found in the ledger of an organization, or of the install. */
export interface VerifiedLedger {
  readonly organizationId: string
  readonly rows: number
  readonly pruned: number
  readonly records: number
  /** Of these, records of an earlier release, which nothing binds. */
  readonly unbound: number
  /** Given checkpoints that it was compared with. */
  readonly compared: readonly string[]
  readonly findings: readonly Finding[]
}

/** A checkpoint as a signed note or as its three lines. @throws Error */
export const readCheckpoint = (file: string, note: string): KeptCheckpoint => {
  const [origin = '', size = '', root = ''] = note.split('\n')
  const isSize = /^(0|[1-9]\d{0,15})$/.test(size)
  if (!origin.includes('/ledger/') || !isSize || Buffer.from(root, 'base64').length !== 32)
    throw new Error(`${file} is no checkpoint of a ledger.`)
  return { file, origin, size: Number(size), root }
}

/** Of `<host>/ledger/<organization>/<generation>`, whose it is. */
const organizationOf = ({ origin }: KeptCheckpoint): string => origin.split('/').at(-2) ?? ''

/**
 * Looks at every row of every ledger, and at every record that rows speak of, with what somebody has kept of them. It changes nothing, and may run beside a
 * server.
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
