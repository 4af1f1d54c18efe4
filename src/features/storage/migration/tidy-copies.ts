import { type StoreLocation, unlessLocked } from '#lib/blob-store.ts'
import { iso, minute } from '#lib/clock.ts'
import { reachedStep } from '#lib/storage-steps.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import { type LeasedMigration, MigrationReleased } from './migration-lease.ts'
import { type FileMigrationOutcome, outcomeOf, settleOutcomes } from './migration-outcome.ts'
import {
  type CondemnedRow,
  findCondemned,
  keepCondemned,
  lockReplacement,
  recordRemoved,
  restoreCopy,
} from './migration-removal-queries.ts'
import { deleteCopy, findLeftovers, lockCopy, recordLock } from './migration-work-queries.ts'

const batchSize = 64

/** How long reads in progress may take before a condemned copy is removed. */
const readerGracePeriod = minute

interface Attempt {
  readonly objectKey: string
  readonly place: StoreLocation
}

// A commit with an unknown outcome may have marked the copy as verified, so the row decides, and stays locked until the
// object is removed. If it is gone, another run removed it, perhaps before the last byte of the object arrived.
const removeAttempt = ({ services, organizationId }: LeasedMigration, { objectKey, place }: Attempt): Promise<void> =>
  services.db.transaction(organizationId, async tx => {
    const [copy] = await tx.query(lockCopy, { objectKey })
    if (copy && copy.state !== 'writing') return
    const leftover = { key: objectKey, place, uploadId: copy?.upload_id ?? null }
    const lockedUntil = await unlessLocked(services.blobs.remove(organizationId, leftover))
    if (lockedUntil === undefined) tx.write(deleteCopy, { objectKey })
    else tx.write(recordLock, { objectKey, until: iso(lockedUntil) })
  })

/** Removes leftovers of an attempt. Anything that cannot be removed now is left to the next run. */
export const discardCopy = async (leased: LeasedMigration, attempt: Attempt): Promise<void> => {
  const { services, organizationId: organization } = leased
  try {
    await removeAttempt(leased, attempt)
  } catch (error) {
    services.log.warn({ event: 'migration_copy_left', organization, record: leased.id, error })
  }
}

/** Gives up the migration because the store is failing and the next request would fail as well. */
const giveUp = async (leased: LeasedMigration, outcome: FileMigrationOutcome): Promise<never> => {
  await settleOutcomes(leased, [outcome])
  throw new MigrationReleased()
}

/** Removes leftovers of attempts by earlier runs. This is safe because only the holder of the lease writes copies. */
export const tidyAttempts = async (leased: LeasedMigration): Promise<number> => {
  const { services, organizationId, id, signal } = leased
  const leftovers = await services.db.read(organizationId, findLeftovers, {
    migrationId: id,
    now: iso(services.clock.now()),
    limit: batchSize,
  })
  for (const row of leftovers) {
    if (signal.aborted) break
    const attempt = { objectKey: row.object_key, place: storeLocationOf(row) }
    await removeAttempt(leased, attempt).catch(error => giveUp(leased, outcomeOf(error, signal)))
  }
  return leftovers.length
}

type RemovalOutcome = FileMigrationOutcome | { readonly kind: 'locked'; readonly until: number }

const removeObject = async (leased: LeasedMigration, attempt: Attempt): Promise<RemovalOutcome> => {
  const { services, organizationId, signal } = leased
  try {
    const leftover = { key: attempt.objectKey, place: attempt.place, uploadId: null }
    const until = await unlessLocked(services.blobs.remove(organizationId, leftover))
    if (until !== undefined) return { kind: 'locked', until }
    reachedStep('removed')
    return { kind: 'done' }
  } catch (error) {
    return outcomeOf(error, signal)
  }
}

// Locks the replacement until the object and its row are gone, so that it cannot be marked as damaged or removed
// meanwhile. Returns undefined if no replacement exists.
const removeReplaced = (
  leased: LeasedMigration,
  { object_key: objectKey, stored_bytes: bytes, ...row }: CondemnedRow,
) =>
  leased.services.db.transaction(leased.organizationId, async tx => {
    const [replacement] = await tx.query(lockReplacement, { objectKey })
    if (!replacement) return undefined
    const outcome = await removeObject(leased, { objectKey, place: storeLocationOf(row) })
    if (outcome.kind === 'done') tx.write(recordRemoved, { migrationId: leased.id, objectKey, bytes })
    if (outcome.kind === 'locked') {
      const at = iso(leased.services.clock.now())
      tx.write(keepCondemned, { objectKey, until: iso(outcome.until), at })
    }
    return outcome
  })

const removeOne = async (leased: LeasedMigration, row: CondemnedRow) => {
  const outcome = await removeReplaced(leased, row)
  const values = { objectKey: row.object_key, at: iso(leased.services.clock.now()) }
  if (!outcome) return leased.change('storage.migration.remove', ({ tx }) => tx.write(restoreCopy, values))
  if (outcome.kind === 'locked') return
  if (outcome.kind !== 'done') return giveUp(leased, outcome)
  reachedStep('forgotten')
}

/** Removes condemned copies and their rows. Restores a copy that has lost its replacement. */
export const removeCondemned = async (leased: LeasedMigration): Promise<number> => {
  const { services, organizationId, id: migrationId } = leased
  const until = iso(services.clock.now() - readerGracePeriod)
  const condemned = await services.db.read(organizationId, findCondemned, { migrationId, until, limit: batchSize })
  for (const row of condemned) {
    if (leased.signal.aborted) break
    await removeOne(leased, row)
  }
  return condemned.length
}
