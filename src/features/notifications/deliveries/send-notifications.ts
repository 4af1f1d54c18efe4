import { PartlyFailed } from '#jobs/batches.ts'
import { among, job, type Running } from '#jobs/job.ts'
import { leaseTimes } from '#jobs/lease.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { claimDeliveries, organizationsToSend } from './queries.ts'
import type { MessageServices } from './read-notice.ts'
import { sendDelivery } from './send-delivery.ts'
import { sortedTogether, sortNewNotifications } from './sort-new.ts'

/** Longer than an attempt takes: mail and chat have 10 seconds each. */
const leaseLength = 30 * second

/** The number of messages that are sent side by side. */
const sentTogether = 5

/** After this many mails in a row to a server that does not answer, the run ends. */
const maxUnreachable = 3

/** After this time the run ends, and the next one continues at once. */
const maxRunTime = 2 * minute

const findOrganizations = ({ db, clock }: Pick<MessageServices, 'db' | 'clock'>) => {
  const { now, latest } = leaseTimes(clock.now())
  return db.readInstall(organizationsToSend, { now, latest })
}

const claim = ({ db, clock }: MessageServices, organizationId: string, owner: string) =>
  db.transaction(organizationId, tx => {
    const now = clock.now()
    const values = { ...leaseTimes(now), owner, until: iso(now + leaseLength), limit: sentTogether }
    return tx.query(claimDeliveries, values)
  })

/**
 * Each delivery is written with its notifications before it is sent, and its id is the id of the message. A node that
 * dies between sending and recording it leaves a lease that ends, and another sends the message once more.
 */
export const sendNotifications = job<MessageServices>({
  name: 'send-notifications',
  description: 'Sends notifications to people by mail and to their chat channels, at once or as a daily digest.',
  schedule: '35 */5 * * * *',
  check: { every: 10 * second, find: findOrganizations },
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id: owner, signal, slice }: Running = running
    const ends = services.clock.now() + maxRunTime
    const errors: unknown[] = []
    let processed = 0
    let unreachable = 0
    const mayContinue = () => !signal.aborted && unreachable < maxUnreachable && services.clock.now() < ends
    const sendAll = async (organizationId: string): Promise<void> => {
      for (let count = sortedTogether; count === sortedTogether && !signal.aborted; )
        count = await slice(() => sortNewNotifications(services, organizationId))
      while (mayContinue()) {
        const deliveries = await claim(services, organizationId, owner)
        if (deliveries.length === 0) return
        const attempts = deliveries.map(delivery =>
          sendDelivery({ services, organizationId, owner, delivery }).then(reached => {
            unreachable = reached ? 0 : unreachable + 1
          }),
        )
        const results = await Promise.allSettled(attempts)
        const failures = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
        processed += deliveries.length - failures.length
        if (failures.length > 0) throw new AggregateError(failures, 'messages could not be prepared')
      }
    }
    const organizations = among(running, await findOrganizations(services))
    for (const { id } of organizations) await sendAll(id).catch(error => errors.push(error))
    if (errors.length > 0) throw new PartlyFailed(errors, processed)
    return { processed, more: processed > 0 && unreachable === 0 && services.clock.now() >= ends }
  },
})
