import type { Services } from '#http/call.ts'
import { inBatches } from '#jobs/batches.ts'
import { job } from '#jobs/job.ts'
import { day, minute } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { deleteScimEvents as forget, organizationsWithEventsToForget } from './scim/log-queries.ts'

const kept = 90 * day
const most = 100_000
const size = 1000

export const forgetScimEvents = job<Services>({
  name: 'forget-scim-events',
  description: 'Removes requests of identity providers older than 90 days, and all but the newest 100,000.',
  schedule: '0 41 * * * *',
  expected: 5 * minute,
  async run({ db, clock }, { signal, slice }) {
    const until = idFloor('sce', clock.now() - kept)
    const organizations = await db.readInstall(organizationsWithEventsToForget, { until })
    return inBatches({ organizations, signal, slice, size }, organizationId =>
      db.transaction(organizationId, async tx => {
        const [row] = await tx.query(forget, { until, most, limit: size })
        return row?.forgotten ?? 0
      }),
    )
  },
})
