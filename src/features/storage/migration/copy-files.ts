import { newBlobKey } from '#lib/blob-store.ts'
import { iso, second } from '#lib/clock.ts'
import { reachedStep } from '#lib/storage-steps.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { type LeasedMigration, MigrationReleased } from './migration-lease.ts'
import {
  type FileMigrationOutcome,
  failMigration,
  inParallel,
  outcomeOf,
  recordMigrationProblem,
  settleOutcomes,
} from './migration-outcome.ts'
import {
  type FileRow,
  filesToCopy,
  insertFailure,
  insertWriting,
  type MigrationEndsRow,
  recordCopyUpload,
  recordMeasured,
  recordPosition,
  selectMigrationEnds,
} from './migration-work-queries.ts'
import { type CopyRecorder, createCopyRecorder } from './record-copies.ts'
import { discardCopy } from './tidy-copies.ts'

const maxFiles = 64
const maxBytes = 256 * 1024 * 1024

interface Task {
  readonly file: FileRow
  readonly objectKey: string
}

interface Batch {
  readonly source: MigrationEndsRow
  readonly target: MigrationEndsRow
  readonly tasks: readonly Task[]
  /** Whether this batch continues a pass. If it is empty, only the pass is over: files before its start may remain. */
  readonly isPartialPass: boolean
}

/** Claims the next files. Records a new copy of each, under a fresh key, before any bytes are written. */
const claimBatch = (leased: LeasedMigration): Promise<Batch | undefined> =>
  leased.change('storage.migration.claim', async (change, row) => {
    const { tx, now } = change
    const { source_id: sourceId, target_id: targetId, position } = row
    if (row.paused || (row.status !== 'copying' && row.status !== 'deleting')) throw new MigrationReleased()
    const ends = await tx.query(selectMigrationEnds, { ids: [sourceId, targetId] })
    const source = ends.find(({ binding_id }) => binding_id === sourceId)
    const target = ends.find(({ binding_id }) => binding_id === targetId)
    if (!source || !target) throw new Error('a storage binding of the migration is gone')
    if (target.status === 'draft' || target.status === 'retired') {
      failMigration(change, row, 'not_validated')
      return undefined
    }
    const limits = { migrationId: row.id, sourceId, targetId, position, limit: maxFiles, bytes: maxBytes }
    const tasks = (await tx.query(filesToCopy, limits)).map(file => ({ file, objectKey: newBlobKey() }))
    tx.write(insertWriting, {
      migrationId: row.id,
      bindingId: targetId,
      objectKeys: tasks.map(({ objectKey }) => objectKey),
      blobKeys: tasks.map(({ file }) => file.blob_key),
      sizes: tasks.map(({ file }) => file.stored_bytes),
      at: iso(now),
    })
    tx.write(recordPosition, { id: row.id, position: tasks.at(-1)?.file.object_key ?? '' })
    return { source, target, tasks, isPartialPass: position !== '' }
  })

interface CopyRun {
  readonly leased: LeasedMigration
  readonly recorder: CopyRecorder
  readonly batch: Batch
}

const copyOne = async (
  { leased, recorder, batch: { source, target } }: CopyRun,
  { file, objectKey }: Task,
): Promise<FileMigrationOutcome> => {
  const { services, organizationId, signal, pace, slice } = leased
  const place = storeLocationOf(target)
  const from = {
    ...storeLocationOf(source),
    objectKey: file.object_key,
    storedBytes: file.stored_bytes,
    dataKeyId: file.data_key_id,
    versionId: file.version_id,
  }
  try {
    const { storedBytes, dataKeyId, versionId } = await services.blobs.copy(organizationId, from, {
      place,
      objectKey,
      digest: { sha256: file.checksum_sha256, byteSize: file.byte_size },
      signal,
      pace,
      slice,
      reached: reachedStep,
      begun: uploadId =>
        services.db.transaction(organizationId, tx => tx.write(recordCopyUpload, { objectKey, uploadId })),
    })
    return recorder.add({ place, objectKey, storedBytes, dataKeyId, versionId, bytes: file.stored_bytes })
  } catch (error) {
    await discardCopy(leased, { objectKey, place })
    return outcomeOf(error, signal)
  }
}

const events = { missing: 'storageOperationsObjectMissing', altered: 'storageOperationsDigestMismatch' } as const

const copyTask = async (run: CopyRun, task: Task): Promise<FileMigrationOutcome> => {
  const { leased, recorder } = run
  const outcome = await copyOne(run, task)
  if (outcome.kind !== 'file') return outcome
  // Failures are counted among the last ten files, so earlier copies must be recorded first.
  await recorder.flush()
  const { code, at } = outcome
  const { artifact_id: artifactId, blob_key: blobKey } = task.file
  await leased.change('storage.migration.copy', (change, row) => {
    recordMigrationProblem(change, row, code, true)
    // If the target returned an altered copy, the next pass copies the file again.
    if (at === 'target') return
    change.tx.write(insertFailure, { migrationId: leased.id, artifactId, blobKey, code, at: iso(change.now) })
    const context = { resourceId: artifactId, bindingId: row.source_id, migrationId: leased.id }
    writeSecurityEvent(change, { type: events[code], context })
  })
  return outcome
}

/** The outcome of one batch: it made progress, found no files, or cannot continue now. */
export type Progress = 'worked' | 'nothing' | 'waits'

export const progressOf = (outcomes: readonly FileMigrationOutcome[]): Progress =>
  outcomes.every(({ kind }) => kind === 'done' || kind === 'file') ? 'worked' : 'waits'

const copyTasks = async (leased: LeasedMigration, batch: Batch): Promise<readonly FileMigrationOutcome[]> => {
  const recorder = createCopyRecorder(leased)
  const run = { leased, recorder, batch }
  const results = inParallel(batch.tasks, task => copyTask(run, task))
  const [outcomes, unrecorded] = await Promise.all([results, results.catch(() => {}).then(recorder.end)])
  return [...outcomes, ...unrecorded]
}

/** Copies one batch of files to the target, four at a time, and reads each copy back. */
export const copyBatch = async (leased: LeasedMigration): Promise<Progress> => {
  const batch = await claimBatch(leased)
  if (!batch) return 'waits'
  const { tasks, isPartialPass } = batch
  if (tasks.length === 0) return isPartialPass ? 'worked' : 'nothing'
  reachedStep('claimed')
  const startedAt = performance.now()
  const outcomes = await copyTasks(leased, batch)
  await settleOutcomes(leased, outcomes)
  const progress = progressOf(outcomes)
  if (progress === 'worked') {
    const bytes = tasks.reduce((sum, { file }) => sum + file.byte_size, 0)
    const measured = Math.round((bytes / Math.max(1, performance.now() - startedAt)) * second)
    await leased.change('storage.migration.copy', ({ tx }) => tx.write(recordMeasured, { id: leased.id, measured }))
  }
  return progress
}
