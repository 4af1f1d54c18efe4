import type { Transaction } from '#db/database.ts'
import { system } from '#http/access.ts'
import { writeAuditEvent } from '#http/audit.ts'
import type { CoreServices } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { day, iso } from '#lib/clock.ts'
import type { NoteSigner } from '#lib/note.ts'
import { SealedError } from '#lib/sealed.ts'
import { sentence } from '#lib/sentence.ts'
import { recordOnce } from '#shared/security-event.ts'
import { generateKey, type KeyPurpose, type KeyRow, renderKey, toLedgerKey, unsealSigner } from './ledger-key.ts'
import { findKeys, insertLedgerKey } from './queries.ts'

export type KeyNeeds = Pick<CoreServices, 'db' | 'ids' | 'clock' | 'sealer' | 'log' | 'metrics' | 'ledger'>

/** The signatures that a key makes. */
export interface KeyUse {
  readonly purpose: KeyPurpose
  /** The tree whose checkpoints the key signs, or null for the bundle key. */
  readonly generation: number | null
  /** The name in the key's signatures; for checkpoints, it is the origin. */
  readonly name: string
}

const actor = 'ledger-keys'

/** Inserts a new current key. Returns undefined if one already exists. */
export const writeKey = async (
  { ids, sealer }: Pick<KeyNeeds, 'ids' | 'sealer'>,
  tx: Transaction,
  {
    organizationId,
    now,
    purpose,
    generation,
    name,
  }: KeyUse & { readonly organizationId: string; readonly now: number },
): Promise<KeyRow | undefined> => {
  const id = ids.next('lgk', now)
  const [row] = await tx.query(insertLedgerKey, {
    id,
    purpose,
    generation,
    ...generateKey(sealer, organizationId, { id, name }),
    now: iso(now),
  })
  return row
}

/** Creates the first key when it is needed. An audit row records it, so that the ledger proves its own keys. */
const createKey = async (needs: KeyNeeds, organizationId: string, use: KeyUse): Promise<void> => {
  const { db, ids, clock } = needs
  const now = clock.now()
  await db.transaction(organizationId, async tx => {
    const row = await writeKey(needs, tx, { ...use, organizationId, now })
    if (!row) return
    const source = { actor: system(actor, organizationId), requestId: actor, ids, now }
    const key = renderKey(toLedgerKey(row))
    writeAuditEvent(source, tx, row.id, { action: 'ledger.key.create', after: key, detail: row.vkey })
    tx.afterCommit(needs.ledger.wake)
  })
}

/**
 * Returns the keys of a purpose, oldest first and ending with the current key. Creates the first key if none exists.
 */
export const getKeys = async (needs: KeyNeeds, organizationId: string, use: KeyUse): Promise<KeyRow[]> => {
  const { purpose, generation } = use
  const readKeys = () => needs.db.read(organizationId, findKeys, { purpose, generation })
  const keys = await readKeys()
  if (keys.some(({ until }) => until === null)) return keys
  await createKey(needs, organizationId, use)
  return readKeys()
}

/** Decrypts a key's signer. If the master key has changed, records a security event and throws a Refusal. */
export const openSigner = async (needs: KeyNeeds, organizationId: string, row: KeyRow): Promise<NoteSigner> => {
  try {
    return unsealSigner(needs.sealer, organizationId, row)
  } catch (error) {
    if (!(error instanceof SealedError)) throw error
    const context = { resourceId: row.id, code: error.code }
    await recordOnce(needs, organizationId, { type: 'ledgerKeyUnreadable', context }, day)
    throw new Refusal(
      'unavailable',
      sentence`ledger.signing_key_sealed: The master key of this install does not open the signing key; ask the operator to restore the right master key.`,
      {
        error,
      },
    )
  }
}
