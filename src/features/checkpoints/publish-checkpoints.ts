import { install } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { recordOnce } from '#shared/security-event.ts'
import { organizationsToPublish, placesInTrouble } from './queries.ts'

/** A little less than an hour, so that an early run still signs its hourly checkpoint. */
const minInterval = 55 * minute

/** How long a place may fail before a security event reports it. The place holds no checkpoint of this time. */
const maxFailureTime = 2 * hour

/**
 * Publishes checkpoints. Without an external checkpoint, a ledger proves nothing against the owner of the database.
 */
export const publishCheckpoints = job<Services & Provided<'checkpoints'>>({
  name: 'publish-checkpoints',
  description:
    'Signs the ledger of each workspace once an hour and publishes the checkpoint outside the install. Failed deliveries are retried every 5 minutes.',
  schedule: '0 */5 * * * *',
  jitter: 5 * minute,
  expected: 20 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { db, clock, checkpoints } = services
    const now = clock.now()
    const places = checkpoints.placeNames
    const before = iso(running.isRequested ? now : now - minInterval)
    const organizations = among(running, await db.readInstall(organizationsToPublish, { before, places }))
    const publishing = runInBatches(
      { organizations, signal: running.signal, size: Number.POSITIVE_INFINITY },
      organizationId => checkpoints.publish(services.deliveries, organizationId, running),
    )
    if (running.organizationId !== undefined) return publishing
    return publishing.finally(async () => {
      for (const { place, since, code, organizations } of await db.readInstall(placesInTrouble, {
        before: iso(now - maxFailureTime),
      })) {
        const context = {
          requestId: running.id,
          check: place,
          code,
          count: organizations,
          firstSeenAt: iso(since.getTime()),
        }
        await recordOnce(services, install, { type: 'ledgerNotPublished', context }, day, 'check')
      }
    })
  },
})
