import type { Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { job } from '#jobs/job.ts'
import { day, minute } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { deleteScimEvents as forget, organizationsWithEventsToForget } from './scim/log-queries.ts'

const retention = 90 * day
const maxEvents = 100_000
const batchSize = 1000

export const forgetScimEvents = job<Services>({
  name: 'forget-scim-events',
  description: "Removes identity providers' requests older than 90 days, and all but the newest 100,000.",
  schedule: '0 41 * * * *',
  expected: 5 * minute,
  async run({ db, clock }, { signal, slice }) {
    const until = idFloor('sce', clock.now() - retention)
    const organizations = await db.readInstall(organizationsWithEventsToForget, { until })
    return runInBatches({ organizations, signal, slice, size: batchSize }, organizationId =>
      db.transaction(organizationId, async tx => {
        const [row] = await tx.query(forget, { until, maxEvents, limit: batchSize })
        return row?.forgotten ?? 0
      }),
    )
  },
})
