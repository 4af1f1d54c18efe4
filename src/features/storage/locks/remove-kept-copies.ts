import type { AllServices } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { BlobCorrupt, BlobMissing, BlobStoreUnavailable, unlessLocked } from '#lib/blob-store.ts'
import { hour, iso, minute } from '#lib/clock.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import { lockMigrationSource, lockReplacement } from '#src/features/storage/migration/migration-removal-queries.ts'
import { createPace } from '#src/features/storage/scrub/pace.ts'
import { describeCopy } from './lock-stored-files.ts'
import {
  condemnedLockedCopies,
  condemnLockedCopy,
  deleteLockedCopy,
  extendLockedCopy,
  keepPermanently,
  lockedCopiesToRemove,
  organizationsWithCopiesToRemove,
} from './queries.ts'

const batchSize = 32
/** How long reads in progress may take before a condemned copy is removed. */
const readerGracePeriod = minute

interface RemovalRun {
  readonly services: AllServices
  readonly organizationId: string
  readonly pace: (bytes: number) => Promise<void>
  readonly skip: Set<string>
}

const isStoreError = (error: unknown): boolean =>
  [BlobStoreUnavailable, BlobMissing, BlobCorrupt].some(kind => error instanceof kind)

/** Runs `work`; if the store fails, skips it until the next run. */
const skipIfUnavailable = async (
  { services, organizationId, skip }: RemovalRun,
  binding: string,
  work: () => Promise<void>,
) => {
  if (skip.has(binding)) return
  try {
    await work()
  } catch (error) {
    if (!isStoreError(error)) throw error
    services.log.warn({ event: 'kept_copy_not_removed', organization: organizationId, record: binding, error })
    skip.add(binding)
  }
}

/** Reads the whole replacement of each copy before it condemns that copy. */
const condemnBatch = async (run: RemovalRun): Promise<number> => {
  const { services, organizationId, pace, skip } = run
  const { db, blobs, clock } = services
  const now = iso(clock.now())
  const rows = await db.read(organizationId, lockedCopiesToRemove, { now, skip: [...skip], limit: batchSize })
  for (const row of rows)
    await skipIfUnavailable(run, row.binding_id, async () => {
      const digest = { sha256: row.checksum_sha256, byteSize: row.byte_size }
      await blobs.verify(organizationId, describeCopy(row), { digest, pace })
      await db.transaction(organizationId, async tx => {
        const [source] = await tx.query(lockMigrationSource, { id: row.kept_in })
        if (source?.status === 'active') return
        tx.write(condemnLockedCopy, { objectKey: row.kept_key, replacedBy: row.object_key, at: now })
      })
    })
  return rows.length
}

const removeBatch = async (run: RemovalRun): Promise<number> => {
  const { services, organizationId, skip } = run
  const { db, blobs, clock } = services
  const until = iso(clock.now() - readerGracePeriod)
  const rows = await db.read(organizationId, condemnedLockedCopies, { until, skip: [...skip], limit: batchSize })
  for (const row of rows) {
    const { object_key: objectKey } = row
    await skipIfUnavailable(run, row.binding_id, () =>
      db.transaction(organizationId, async tx => {
        const at = iso(clock.now())
        const [replacement] = await tx.query(lockReplacement, { objectKey })
        if (!replacement) return tx.write(keepPermanently, { objectKey, at })
        const leftover = { key: objectKey, place: storeLocationOf(row), uploadId: null }
        const lockedUntil = await unlessLocked(blobs.remove(organizationId, leftover))
        if (lockedUntil === undefined) tx.write(deleteLockedCopy, { objectKey })
        else tx.write(extendLockedCopy, { objectKey, until: iso(lockedUntil), at })
      }),
    )
  }
  return rows.length
}

/** Decision 063. A move leaves locked copies at its source; they are removed once the store releases them. */
export const removeKeptCopies = job<AllServices>({
  name: 'remove-kept-copies',
  description: 'Removes copies that a move left behind because they were locked, once their lock has ended.',
  schedule: '0 23 * * * *',
  jitter: 10 * minute,
  expected: hour,
  ofWorkspaces: true,
  async run(services, running) {
    const { signal, slice } = running
    const { db, clock, settings } = services
    const organizations = among(
      running,
      await db.readInstall(organizationsWithCopiesToRemove, { now: iso(clock.now()) }),
    )
    const pace = createPace(settings.scrubBytesPerSecond, signal)
    const skips = new Map(organizations.map(({ id }) => [id, new Set<string>()]))
    return runInBatches({ organizations, signal, slice, size: batchSize }, async organizationId => {
      const run = { services, organizationId, pace, skip: skips.get(organizationId) ?? new Set() }
      return (await removeBatch(run)) + (await condemnBatch(run))
    })
  },
})
