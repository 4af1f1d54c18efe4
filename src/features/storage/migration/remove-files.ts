import { iso } from '#lib/clock.ts'
import { reachedStep } from '#lib/storage-steps.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { cancelMigrationsFrom } from './change-migration.ts'
import { type Progress, progressOf } from './copy-files.ts'
import { type LeasedMigration, MigrationReleased } from './migration-lease.ts'
import {
  type FileMigrationOutcome,
  inParallel,
  outcomeOf,
  recordMigrationProblem,
  settleOutcomes,
} from './migration-outcome.ts'
import {
  condemnCopy,
  filesToRemove,
  keepLocked,
  lockMigrationSource,
  markDamaged,
  type ReplacedRow,
} from './migration-removal-queries.ts'
import { type MigrationEndsRow, selectMigrationEnds } from './migration-work-queries.ts'

const batchSize = 64
const lockedBatchSize = 1000

const events = { missing: 'storageOperationsObjectMissing', altered: 'storageOperationsDigestMismatch' } as const

/** Marks an altered or missing replacement as damaged, so that it is never read and the file is copied again. */
const discardReplacement = (leased: LeasedMigration, file: ReplacedRow, code: 'missing' | 'altered'): Promise<void> =>
  leased.change('storage.migration.remove', (change, row) => {
    change.tx.write(markDamaged, { objectKey: file.object_key, at: iso(change.now) })
    recordMigrationProblem(change, row, code, true)
    const context = { resourceId: file.artifact_id, bindingId: row.target_id, migrationId: leased.id }
    writeSecurityEvent(change, { type: events[code], context })
  })

const condemnSource = (leased: LeasedMigration, file: ReplacedRow): Promise<void> =>
  leased.change('storage.migration.remove', async (change, row) => {
    const { tx, now } = change
    const [source] = await tx.query(lockMigrationSource, { id: row.source_id })
    if (row.status !== 'deleting' || row.paused || source?.status === 'active') throw new MigrationReleased()
    const keys = { objectKey: file.source_key, replacedBy: file.object_key }
    tx.write(condemnCopy, { migrationId: row.id, ...keys, at: iso(now) })
  })

const removeOne = async (
  leased: LeasedMigration,
  target: MigrationEndsRow,
  file: ReplacedRow,
): Promise<FileMigrationOutcome> => {
  const { services, organizationId, signal, pace } = leased
  const copy = {
    ...storeLocationOf(target),
    objectKey: file.object_key,
    storedBytes: file.stored_bytes,
    dataKeyId: file.data_key_id,
    versionId: file.version_id,
  }
  try {
    const digest = { sha256: file.checksum_sha256, byteSize: file.byte_size }
    await services.blobs.verify(organizationId, copy, { digest, pace })
    await condemnSource(leased, file)
    reachedStep('condemned')
    return { kind: 'done' }
  } catch (error) {
    const outcome = outcomeOf(error, signal)
    if (outcome.kind === 'file') await discardReplacement(leased, file, outcome.code)
    return outcome
  }
}

/**
 * Rereads the next files at the target, and condemns their copies at the source. Copies locked at the source stay.
 */
export const removeBatch = async (leased: LeasedMigration): Promise<Progress> => {
  const batch = await leased.change('storage.migration.remove', async (change, row) => {
    const { tx } = change
    const { source_id: sourceId, target_id: targetId } = row
    const [source] = await tx.query(lockMigrationSource, { id: sourceId })
    if (source?.status === 'active') {
      await cancelMigrationsFrom(change, sourceId)
      return undefined
    }
    const [target] = await tx.query(selectMigrationEnds, { ids: [targetId] })
    if (!target) throw new Error('the target of the migration is gone')
    const range = { sourceId, targetId, now: iso(change.now) }
    const [kept] = await tx.query(keepLocked, { ...range, migrationId: row.id, limit: lockedBatchSize })
    const files = await tx.query(filesToRemove, { ...range, limit: batchSize })
    return { target, files, kept: kept?.items ?? 0 }
  })
  if (!batch) return 'waits'
  if (batch.files.length === 0) return batch.kept > 0 ? 'worked' : 'nothing'
  const outcomes = await inParallel(batch.files, file => removeOne(leased, batch.target, file))
  await settleOutcomes(leased, outcomes)
  return progressOf(outcomes)
}
