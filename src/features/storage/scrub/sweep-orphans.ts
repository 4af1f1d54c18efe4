import type { AllServices } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { type StoreLocation, unlessLocked } from '#lib/blob-store.ts'
import { day, hour, iso } from '#lib/clock.ts'
import type { ObjectStore, StoredObject } from '#lib/object-store.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import { findHoldsInForce } from '#shared/retention-hold.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import {
  bindingsToList,
  findOrphans,
  findUnrecordedKeys,
  findUploadsInProgress,
  forgetOrphans,
  insertOrphans,
  organizationsWithBindings,
  recordOrphanLock,
} from './orphan-queries.ts'

/** The age at which an object without a record is an orphan; the slowest upload takes 4 days. */
const minAge = 7 * day
/** The time between two listings: a day, less some tolerance for their start times. */
const confirmAfter = 23 * hour
const abortAfter = day
const pageSize = 1000
/** The limit of a run; the next day's run handles the others. */
const maxOrphans = 10_000
/** Whether the number of orphans suggests that the database was restored: they are then reported and kept. */
const isTooMany = (orphans: number, listed: number): boolean => orphans > 100 && orphans > listed / 10

interface Listing {
  readonly services: AllServices
  readonly organizationId: string
  readonly place: StoreLocation
  readonly store: ObjectStore
  readonly requestId: string
  readonly signal: AbortSignal
}

const keysOf = (objects: readonly StoredObject[]): string[] => objects.map(({ objectKey }) => objectKey)

const selectUnrecorded = async ({ services, organizationId }: Listing, objects: readonly StoredObject[]) => {
  if (objects.length === 0) return []
  const rows = await services.db.read(organizationId, findUnrecordedKeys, { objectKeys: keysOf(objects) })
  const keys = new Set(rows.map(({ key }) => key))
  return objects.filter(({ objectKey }) => keys.has(objectKey))
}

/**
 * Lists objects before their rows are queried, because a row is always written before its object.
 */
const listOrphans = async (listing: Listing) => {
  const latest = listing.services.clock.now() - minAge
  const orphans: StoredObject[] = []
  let listed = 0
  let after: string | undefined
  for (;;) {
    const page = await listing.store.list({ after, limit: pageSize })
    listed += page.length
    orphans.push(
      ...(await selectUnrecorded(
        listing,
        page.filter(({ modifiedAt }) => modifiedAt <= latest),
      )),
    )
    after = page.at(-1)?.objectKey
    const isWhole = page.length < pageSize
    if (isWhole || orphans.length >= maxOrphans || listing.signal.aborted) return { orphans, listed, isWhole }
  }
}

const removeOrphans = async (listing: Listing, orphans: readonly StoredObject[]): Promise<number> => {
  const { services, organizationId, place, store, signal } = listing
  const { bindingId } = place
  let removed = 0
  for (const { objectKey } of await selectUnrecorded(listing, orphans)) {
    if (signal.aborted) break
    const lockedUntil = await unlessLocked(store.remove(objectKey))
    await services.db.transaction(organizationId, tx => {
      if (lockedUntil === undefined) tx.write(forgetOrphans, { bindingId, objectKeys: [objectKey] })
      else tx.write(recordOrphanLock, { bindingId, objectKey, until: iso(lockedUntil) })
    })
    if (lockedUntil === undefined) removed++
  }
  return removed
}

const abortUnfinished = async ({ services, organizationId, store }: Listing): Promise<number> => {
  const latest = services.clock.now() - abortAfter
  const oldUploads = (await store.unfinished()).filter(({ startedAt }) => startedAt <= latest)
  if (oldUploads.length === 0) return 0
  const rows = await services.db.read(organizationId, findUploadsInProgress, {
    uploadIds: oldUploads.map(({ uploadId }) => uploadId),
  })
  const uploadsInProgress = new Set(rows.map(({ upload_id }) => upload_id))
  const abandoned = oldUploads.filter(({ uploadId }) => !uploadsInProgress.has(uploadId))
  for (const upload of abandoned) await store.abort(upload)
  return abandoned.length
}

const sweepListing = async (listing: Listing): Promise<number> => {
  const { services, organizationId, place, requestId } = listing
  const { bindingId } = place
  const now = services.clock.now()
  const { orphans, listed, isWhole } = await listOrphans(listing)
  const currentKeys = new Set(keysOf(orphans))
  const recorded = await services.db.read(organizationId, findOrphans, { bindingId })
  const foundAt = new Map(recorded.map(({ object_key, found_at }) => [object_key, found_at.getTime()]))
  const newOrphans = orphans.filter(({ objectKey }) => !foundAt.has(objectKey))
  const vanished = isWhole ? [...foundAt.keys()].filter(key => !currentKeys.has(key)) : []
  const locked = new Set(recorded.filter(row => (row.locked_until?.getTime() ?? 0) > now).map(row => row.object_key))
  const confirmed = orphans.filter(
    ({ objectKey }) => (foundAt.get(objectKey) ?? now) <= now - confirmAfter && !locked.has(objectKey),
  )
  const [holds] = await services.db.read(organizationId, findHoldsInForce, {})
  // Under a hold on the whole workspace, keeps all orphans: after a database restore they may be files under that hold.
  const keepsAll = isTooMany(orphans.length, listed) || holds?.whole === true
  await services.db.transaction(organizationId, async tx => {
    tx.write(forgetOrphans, { bindingId, objectKeys: vanished })
    if (newOrphans.length === 0) return
    const byteSizes = newOrphans.map(({ byteSize }) => byteSize)
    tx.write(insertOrphans, { bindingId, objectKeys: keysOf(newOrphans), byteSizes, at: iso(now) })
    const context = { bindingId, runId: requestId, count: newOrphans.length, ...(keepsAll && { state: 'kept' }) }
    writeSecurityEvent(
      { ...services, organizationId, tx, requestId },
      { type: 'storageOperationsOrphansFound', context },
    )
  })
  const removed = keepsAll ? 0 : await removeOrphans(listing, confirmed)
  return newOrphans.length + removed + (await abortUnfinished(listing))
}

/** Searches every binding with files for objects without a record; reports them, and removes them a day later. */
export const sweepOrphans = job<AllServices>({
  name: 'sweep-stored-orphans',
  description: 'Lists stored objects without a record, removes those found twice, and aborts unfinished uploads.',
  schedule: '0 41 3 * * *',
  jitter: hour,
  expected: 2 * hour,
  ofWorkspaces: true,
  async run(services, running) {
    const { id: requestId, signal } = running
    const { db, objectStores } = services
    const errors: unknown[] = []
    let processed = 0
    for (const { id: organizationId } of among(running, await db.readInstall(organizationsWithBindings, {}))) {
      for (const row of await db.read(organizationId, bindingsToList, {})) {
        if (signal.aborted) return processed
        const place = storeLocationOf(row)
        try {
          const store = await objectStores.of(organizationId, place)
          processed += await sweepListing({ services, organizationId, place, store, requestId, signal })
        } catch (error) {
          errors.push(error)
        }
      }
    }
    if (errors.length > 0) throw new PartlyFailed(errors, processed)
    return processed
  },
})
