import { PartlyFailed } from '#jobs/batches.ts'
import { among, job, type Running } from '#jobs/job.ts'
import { leaseTimes } from '#jobs/lease.ts'
import { takeTurns } from '#jobs/turns.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { claimDeliveries, messagesToSend, organizationsToSend, organizationsToSort } from './queries.ts'
import type { MessageServices } from './read-notice.ts'
import { sendDelivery } from './send-delivery.ts'
import { sortedTogether, sortNewNotifications } from './sort-new.ts'

/** Longer than an attempt takes: mail and chat have 10 seconds each. */
const leaseLength = 30 * second

/**
 * The number of messages that are sent side by side. Workspaces share it: a slow chat service of one leaves the others
 * theirs, and one that is alone has all of it.
 */
const sentTogether = 5

/** The number of workspaces in one run, those that wait longest first; the next run continues at once. */
const maxWorkspaces = 1000

/** After this many mails in a row to a server that does not answer, the run ends. */
const maxUnreachable = 3

/** After this time the run ends, and the next one continues at once. */
const maxRunTime = 2 * minute

const findMessages = ({ db, clock }: Pick<MessageServices, 'db' | 'clock'>) =>
  db.readInstall(messagesToSend, leaseTimes(clock.now()))

const claim = ({ db, clock }: MessageServices, organizationId: string, owner: string, limit: number) =>
  db.transaction(organizationId, tx => {
    const now = clock.now()
    const values = { ...leaseTimes(now), owner, until: iso(now + leaseLength), limit }
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
  check: { every: 10 * second, find: findMessages },
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { db, clock } = services
    const { id: owner, signal, slice, isRequested = false }: Running = running
    const limit = isRequested ? 1_000_000 : maxWorkspaces
    const end = clock.now() + maxRunTime
    const failures: unknown[] = []
    /** The workspaces with messages that are due. */
    const waiting = new Set<string>()
    let processed = 0
    let unreachable = 0
    const isOver = () => clock.now() >= end
    const maySort = () => !(signal.aborted || isOver())
    const maySend = () => maySort() && unreachable < maxUnreachable
    const sort = async (organizationId: string): Promise<boolean> =>
      (await slice(() => sortNewNotifications(services, organizationId))) === sortedTogether
    const send = async (organizationId: string): Promise<boolean> => {
      const share = Math.max(1, Math.floor(sentTogether / waiting.size))
      const deliveries = await claim(services, organizationId, owner, share)
      if (deliveries.length < share) waiting.delete(organizationId)
      const attempts = deliveries.map(delivery =>
        sendDelivery({ services, organizationId, owner, delivery }).then(reached => {
          unreachable = reached ? 0 : unreachable + 1
        }),
      )
      const results = await Promise.allSettled(attempts)
      const errors = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
      processed += deliveries.length - errors.length
      if (errors.length > 0) failures.push(new AggregateError(errors, 'messages could not be prepared'))
      return deliveries.length === share
    }
    const toSort = among(running, await db.readInstall(organizationsToSort, { limit }))
    const sorting = { organizations: toSort, together: 1, mayContinue: maySort }
    failures.push(...(await takeTurns(sorting, sort)))
    const toSend = among(running, await db.readInstall(organizationsToSend, { ...leaseTimes(clock.now()), limit }))
    for (const { id } of toSend) waiting.add(id)
    const sending = { organizations: toSend, together: sentTogether, mayContinue: maySend }
    failures.push(...(await takeTurns(sending, send)))
    if (failures.length > 0) throw new PartlyFailed(failures, processed)
    const hasMore = isOver() || toSort.length === limit || toSend.length === limit
    return { processed, more: processed > 0 && unreachable === 0 && hasMore }
  },
})
