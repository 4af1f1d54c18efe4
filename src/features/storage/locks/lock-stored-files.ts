import type { AllServices } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { BlobMissing, BlobStoreUnavailable, type Copy, newBlobKey } from '#lib/blob-store.ts'
import { iso, minute } from '#lib/clock.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import { copiesToLock, type LockedCopyRow, organizationsWithCopiesToLock, recordLocks } from './queries.ts'

const batchSize = 64
const concurrency = 4
/** The limit of a run; the next run locks the remaining files, well before their locks end. */
const maxDuration = 3 * minute

/** After this many failed locks, a binding is skipped until the next run. */
const maxFailures = 10

/**
 * The progress through one organization's files, in the order of their object keys. It starts at a random key and wraps
 * around, so that files that cannot be locked do not block the others.
 */
interface Walk {
  readonly services: AllServices
  readonly organizationId: string
  readonly signal: AbortSignal
  readonly errors: unknown[]
  /** The number of failed locks by binding. */
  readonly failures: Map<string, number>
  /** Bindings that are skipped until the next run. */
  readonly skip: Set<string>
  position: string
  isWrapped: boolean
}

export const describeCopy = (row: LockedCopyRow): Copy => ({
  ...storeLocationOf(row),
  objectKey: row.object_key,
  storedBytes: row.stored_bytes,
  dataKeyId: row.data_key_id,
  versionId: row.version_id,
})

const concernsOneFile = (error: unknown): boolean => error instanceof StoreProblem && error.code === 'unsupported'

/** Locks a copy. Returns when its lock ends; undefined if it could not be locked. The scrub reports missing files. */
const lockUntil = async (
  walk: Walk,
  row: LockedCopyRow & { readonly lock_until: Date },
): Promise<number | undefined> => {
  const { services, organizationId: organization, errors, failures, skip } = walk
  const until = row.lock_until.getTime()
  // The retention has ended, so the copy needs no lock.
  if (until <= services.clock.now()) return until
  try {
    return await services.blobs.lock(organization, describeCopy(row), until)
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    if (!(error instanceof BlobStoreUnavailable)) throw error
    const failureCount = failures.get(row.binding_id) ?? 0
    if (failureCount === 0) {
      services.log.warn({ event: 'stored_file_not_locked', organization, record: row.binding_id, error })
      errors.push(error)
    }
    failures.set(row.binding_id, failureCount + 1)
    if (failureCount + 1 >= maxFailures || !concernsOneFile(error)) skip.add(row.binding_id)
    return undefined
  }
}

/** Locks the next files. Returns whether files remain. */
const lockBatch = async (walk: Walk, onLocked: (files: number) => void): Promise<boolean> => {
  const { services, organizationId, signal, skip, position } = walk
  const rows = await services.db.read(organizationId, copiesToLock, { position, skip: [...skip], limit: batchSize })
  const locks: { objectKey: string; until: string }[] = []
  const next = rows.values()
  const work = async () => {
    for (const row of next) {
      if (signal.aborted || skip.has(row.binding_id)) continue
      const until = await lockUntil(walk, row)
      if (until !== undefined) locks.push({ objectKey: row.object_key, until: iso(until) })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const locked = { objectKeys: locks.map(({ objectKey }) => objectKey), untils: locks.map(({ until }) => until) }
  if (locks.length > 0) await services.db.transaction(organizationId, tx => tx.write(recordLocks, locked))
  onLocked(locks.length)
  walk.position = rows.at(-1)?.object_key ?? position
  if (rows.length === batchSize) return true
  if (walk.isWrapped) return false
  walk.isWrapped = true
  walk.position = ''
  return true
}

const findOrganizations = ({ db }: AllServices) => db.readInstall(organizationsWithCopiesToLock, {})

/** Decision 063. The store's acknowledgement proves nothing, so the job reads the lock back. */
export const lockStoredFiles = job<AllServices>({
  name: 'lock-stored-files',
  description: 'Locks files in buckets with Object Lock until the end of their retention, and extends those locks.',
  schedule: '30 */5 * * * *',
  check: { every: minute, find: findOrganizations },
  jitter: minute,
  expected: 5 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { signal } = running
    const startedAt = performance.now()
    const errors: unknown[] = []
    let locked = 0
    const organizations = among(running, await findOrganizations(services))
    let walks = organizations.map(
      ({ id: organizationId }): Walk => ({
        services,
        organizationId,
        signal,
        errors,
        failures: new Map(),
        skip: new Set(),
        position: newBlobKey(),
        isWrapped: false,
      }),
    )
    // Takes one batch per workspace and round, so that a workspace with many files does not delay the others.
    while (walks.length > 0 && !signal.aborted && performance.now() - startedAt < maxDuration) {
      const remaining: Walk[] = []
      for (const walk of walks) {
        const hasMore = await lockBatch(walk, files => {
          locked += files
        }).catch((error: unknown) => {
          errors.push(error)
          return false
        })
        if (hasMore) remaining.push(walk)
      }
      walks = remaining
    }
    if (errors.length > 0) throw new PartlyFailed(errors, locked)
    return locked
  },
})
