import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { forgetLoginLinks } from './logins/queries.ts'
import { forgetCredentials, organizationsWithCredentialsToForget } from './queries.ts'

const retention = day
const batchSize = 1000

/**
 * Deletes the rows of credentials a day after they expire. An expired credential is invalid even while its row exists.
 */
export const forgetExpiredCredentials = job<Services>({
  name: 'forget-expired-credentials',
  description: 'Removes access tokens, sessions and password reset links that expired more than 24 hours ago.',
  schedule: '0 11 * * * *',
  expected: 5 * minute,
  ofWorkspaces: true,
  async run({ db, clock }, running) {
    const { signal, slice } = running
    const until = iso(clock.now() - retention)
    if (running.organizationId === undefined) await db.transaction(install, tx => tx.write(forgetLoginLinks, { until }))
    const organizations = among(running, await db.readInstall(organizationsWithCredentialsToForget, { until }))
    return runInBatches({ organizations, signal, slice, size: batchSize }, organizationId =>
      db.transaction(organizationId, async tx => {
        const [row] = await tx.query(forgetCredentials, { until, limit: batchSize })
        return row?.forgotten ?? 0
      }),
    )
  },
})
