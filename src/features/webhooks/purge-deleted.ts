import type { Services } from '#http/call.ts'
import { inBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import {
  forgetDeletedLanes,
  organizationsWithDeletedWebhooks,
  purgeDeletedQueue,
  purgeDeletedReplays,
} from './retention-queries.ts'

const size = 5000
/** Longer than any transaction: one that began before the deletion may still queue events for the endpoint. */
const settled = 10 * minute

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
    const until = iso(clock.now() - settled)
    return inBatches({ organizations, signal, slice, size }, organizationId =>
      db.transaction(organizationId, async tx => {
        const [queued] = await tx.query(purgeDeletedQueue, { limit: size })
        const [unqueued] = await tx.query(purgeDeletedReplays, { limit: size })
        const purged = (queued?.purged ?? 0) + (unqueued?.purged ?? 0)
        if (purged < size) tx.write(forgetDeletedLanes, { until })
        return purged
      }),
    )
  },
})
