import type { Services } from '#api/call.ts'
import { install } from '#db/database.ts'
import { inBatches } from '#jobs/batches.ts'
import { job } from '#jobs/job.ts'
import { iso } from '#lib/clock.ts'
import {
  forgetAbandonedBlobs,
  forgetDeadNodes,
  lockAbandonedBlobs,
  organizationsWithAbandonedBlobs,
} from './queries.ts'

const size = 50

// The row stays locked until its object is removed: a slow upload waits for it, finds no row, and is refused instead of
// attaching an object that is being removed.
const sweepBatch = ({ db, clock, blobs, nodeId }: Services, organizationId: string): Promise<number> =>
  db.transaction(organizationId, async tx => {
    const abandoned = await tx.query(lockAbandonedBlobs, { now: iso(clock.now()), nodeId, limit: size })
    const keys = abandoned.map(row => row.blob_key)
    for (const key of keys) await blobs.remove(organizationId, key)
    tx.write(forgetAbandonedBlobs, { blobKeys: keys })
    return keys.length
  })

/** Removes leftovers of uploads whose process died: half-written files and objects that nothing refers to. */
export const sweepStagedBlobs = job<Services>({
  name: 'sweep-staged-blobs',
  description: 'Removes what interrupted uploads of processes that no longer run have left in storage.',
  schedule: '*/15 * * * * *',
  async run(services, { signal }) {
    const { db, clock, nodeId } = services
    const now = iso(clock.now())
    const organizations = await db.readInstall(organizationsWithAbandonedBlobs, { now })
    const swept = await inBatches({ organizations, signal, size }, organization => sweepBatch(services, organization))
    await db.transaction(install, tx => tx.write(forgetDeadNodes, { now, nodeId }))
    return swept
  },
})
