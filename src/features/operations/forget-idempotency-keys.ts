import type { Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { forgetKeys, organizationsWithKeysToForget } from './queries.ts'

const retention = day
const batchSize = 1000

/** Responses are stored under their idempotency keys for 24 hours. */
export const forgetIdempotencyKeys = job<Services>({
  name: 'forget-idempotency-keys',
  description: 'Removes responses that were stored under idempotency keys more than 24 hours ago.',
  schedule: '0 23 * * * *',
  expected: 5 * minute,
  ofWorkspaces: true,
  async run({ db, clock }, running) {
    const { signal, slice } = running
    const until = iso(clock.now() - retention)
    const organizations = among(running, await db.readInstall(organizationsWithKeysToForget, { until }))
    return runInBatches({ organizations, signal, slice, size: batchSize }, organizationId =>
      db.transaction(organizationId, async tx => {
        const [row] = await tx.query(forgetKeys, { until, limit: batchSize })
        return row?.forgotten ?? 0
      }),
    )
  },
})
