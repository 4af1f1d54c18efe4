import { randomBytes } from 'node:crypto'
import type { Transaction } from '#db/database.ts'
import type { CoreServices, Provided } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { KeyUnavailable } from '#lib/data-keys.ts'
import { StoreProblem } from '#lib/object-store.ts'
import type { StorageKeyRow } from './data-key.ts'
import { holderOf, keyBinding } from './key-holders.ts'
import type { ProviderKind } from './key-provider.ts'
import { findKeyProvider, insertDataKey, lockKeyProvider, lockKeys, retireKey } from './queries.ts'

/** The size of a key in bytes. */
export const KEY_BYTES = 32

interface PreparedKey {
  readonly id: string
  /** The wrapped key, sealed. */
  readonly wrapped: string
  readonly provider: ProviderKind
  readonly providerId: string | undefined
}

/** Creates and wraps a key. May call another service, so do not call it inside a transaction. @throws KeyUnavailable */
export const prepareKey = async (
  services: Pick<CoreServices, 'db' | 'ids' | 'clock' | 'sealer'> & Provided<'keyHolders'>,
  organizationId: string,
): Promise<PreparedKey> => {
  const { db, ids, clock, sealer } = services
  const [row] = await db.read(organizationId, findKeyProvider, {})
  const id = ids.next('stk', clock.now())
  const key = randomBytes(KEY_BYTES)
  try {
    const wrapped = sealer.seal(await holderOf(services, organizationId, row).wrap(key), keyBinding(organizationId, id))
    return { id, wrapped, provider: row?.kind ?? 'local', providerId: row?.id }
  } catch (cause) {
    if (!(cause instanceof StoreProblem)) throw cause
    throw new KeyUnavailable(cause.code, { cause })
  } finally {
    key.fill(0)
  }
}

/**
 * Activates a prepared key; with `replaces`, retires the current one. Returns undefined if another request was faster:
 * an active key already exists, or the provider has changed.
 */
export const activateKey = async (
  tx: Transaction,
  { id, wrapped, provider, providerId }: PreparedKey,
  { now, replaces }: { readonly now: number; readonly replaces: boolean },
): Promise<StorageKeyRow | undefined> => {
  await tx.query(lockKeys, {})
  const [row] = await tx.query(lockKeyProvider, {})
  if (row?.id !== providerId) return undefined
  if (replaces) tx.write(retireKey, {})
  const [inserted] = await tx.query(insertDataKey, { id, provider, wrapped, now: iso(now) })
  return inserted
}
