import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { inBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { forgetLoginLinks } from './logins/queries.ts'
import { forgetCredentials, organizationsWithCredentialsToForget } from './queries.ts'

const kept = day
const size = 1000

/** A credential is valid until it expires, regardless of its row; the row is deleted a day later. */
export const forgetExpiredCredentials = job<Services>({
  name: 'forget-expired-credentials',
  description: 'Removes access tokens, sessions and links to a new password that expired more than 24 hours ago.',
  schedule: '0 11 * * * *',
  expected: 5 * minute,
  ofWorkspaces: true,
  async run({ db, clock }, running) {
    const { signal, slice } = running
    const until = iso(clock.now() - kept)
    if (running.organizationId === undefined) await db.transaction(install, tx => tx.write(forgetLoginLinks, { until }))
    const organizations = among(running, await db.readInstall(organizationsWithCredentialsToForget, { until }))
    return inBatches({ organizations, signal, slice, size }, organizationId =>
      db.transaction(organizationId, async tx => {
        const [row] = await tx.query(forgetCredentials, { until, limit: size })
        return row?.forgotten ?? 0
      }),
    )
  },
})
