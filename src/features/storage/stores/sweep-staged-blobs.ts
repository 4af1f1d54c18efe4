import { install } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { unlessLocked } from '#lib/blob-store.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { recordStagedLock, storeLocationOf } from '#shared/blob-copy.ts'
import {
  abandonedBlobsOrDeadNodes,
  forgetAbandonedBlobs,
  forgetDeadNodes,
  lockAbandonedBlobs,
  organizationsWithAbandonedBlobs,
  runningNodes,
} from './queries.ts'

const batchSize = 50

// The row stays locked until its object is removed. A slow upload waits for the lock, finds no row, and is rejected
// instead of attaching an object that is being removed.
const sweepBatch = (
  { db, clock, blobs, nodeId }: Services & Provided<'blobs'>,
  organizationId: string,
): Promise<number> =>
  db.transaction(organizationId, async tx => {
    const abandoned = await tx.query(lockAbandonedBlobs, { now: iso(clock.now()), nodeId, limit: batchSize })
    const removed: string[] = []
    for (const { blob_key: key, upload_id: uploadId, ...row } of abandoned) {
      const leftover = { key, uploadId, place: row.binding_id === null ? null : storeLocationOf(row) }
      const lockedUntil = await unlessLocked(blobs.remove(organizationId, leftover))
      if (lockedUntil === undefined) removed.push(key)
      else tx.write(recordStagedLock, { blobKey: key, until: iso(lockedUntil) })
    }
    tx.write(forgetAbandonedBlobs, { blobKeys: removed })
    return abandoned.length
  })

const findWork = ({ db, clock, nodeId }: Services) =>
  db.readInstall(abandonedBlobsOrDeadNodes, { now: iso(clock.now()), nodeId })

/** Removes leftovers of uploads whose process died: half-written files and objects that nothing refers to. */
export const sweepStagedBlobs = job<Services & Provided<'blobs'>>({
  name: 'sweep-staged-blobs',
  description: 'Removes leftovers in storage from interrupted uploads of processes that no longer run.',
  schedule: '35 */5 * * * *',
  check: { every: 15 * second, find: findWork },
  expected: 2 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { signal, slice } = running
    const { db, clock, nodeId, blobs } = services
    const now = iso(clock.now())
    const organizations = among(running, await db.readInstall(organizationsWithAbandonedBlobs, { now }))
    const swept = await runInBatches({ organizations, signal, slice, size: batchSize }, organization =>
      sweepBatch(services, organization),
    )
    // A half-written file does not show its organization, so every run removes those of stopped processes.
    const nodes = await db.readInstall(runningNodes, { now })
    await blobs.tidy(new Set(nodes.map(({ id }) => id)))
    if (running.organizationId === undefined)
      await db.transaction(install, tx => tx.write(forgetDeadNodes, { now, nodeId }))
    return swept
  },
})
