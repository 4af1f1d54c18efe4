import type { Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import {
  forgetDeletedLanes,
  organizationsWithDeletedWebhooks,
  purgeDeletedQueue,
  purgeDeletedReplays,
} from './retention-queries.ts'

const batchSize = 5000
/** Longer than any transaction: a transaction that began before the deletion may still queue events. */
const settleTime = 10 * minute

const findOrganizations = ({ db }: Pick<Services, 'db'>) => db.readInstall(organizationsWithDeletedWebhooks, {})

/** A deleted endpoint gets no events after the response to its deletion. This job empties its queue. */
export const purgeDeletedWebhooks = job<Services>({
  name: 'purge-deleted-webhooks',
  description: 'Removes queued events of deleted webhooks.',
  schedule: '15 */5 * * * *',
  check: { every: minute, find: findOrganizations },
  expected: 5 * minute,
  ofWorkspaces: true,
  async run({ db, clock }, running) {
    const { signal, slice } = running
    const organizations = among(running, await findOrganizations({ db }))
    const until = iso(clock.now() - settleTime)
    return runInBatches({ organizations, signal, slice, size: batchSize }, organizationId =>
      db.transaction(organizationId, async tx => {
        const [queued] = await tx.query(purgeDeletedQueue, { limit: batchSize })
        const [unqueued] = await tx.query(purgeDeletedReplays, { limit: batchSize })
        const purged = (queued?.purged ?? 0) + (unqueued?.purged ?? 0)
        if (purged < batchSize) tx.write(forgetDeletedLanes, { until })
        return purged
      }),
    )
  },
})
