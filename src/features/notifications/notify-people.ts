import type { Services } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job, type Running } from '#jobs/job.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { organizationsToNotify } from './pass-queries.ts'
import { type Notifying, notifyNextPeople } from './pass-step.ts'

/** The number of workspaces in one run; the next run continues at once. */
const maxOrganizations = 1000
/** After this time the run ends, and the next one continues at once. */
const maxRunTime = 2 * minute

const findOrganizations = (
  { db, clock }: Services,
  { isRequested = false }: Pick<Running, 'isRequested'>,
  limit: number,
) => db.readInstall(organizationsToNotify, { at: isRequested ? 'infinity' : iso(clock.now()), limit })

/** Inserts notifications for the steps that open work has reached, and ends those whose reason is gone. */
export const notifyPeople = job<Notifying>({
  name: 'notify-people',
  description: 'Adds notifications for work that waits or is due, and ends those whose reason is gone.',
  schedule: '40 */5 * * * *',
  check: { every: 10 * second, find: services => findOrganizations(services, {}, 1) },
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { signal, slice, isRequested = false } = running
    const limit = isRequested ? 1_000_000 : maxOrganizations
    const organizations = among(running, await findOrganizations(services, running, limit))
    const end = services.clock.now() + maxRunTime
    const isEnd = () => signal.aborted || (!isRequested && services.clock.now() >= end)
    const errors: unknown[] = []
    let processed = 0
    const pass = async (organizationId: string): Promise<void> => {
      for (let more = true; more && !isEnd(); ) {
        const step = await slice(() => notifyNextPeople(services, organizationId))
        processed += step.processed
        more = step.more
      }
    }
    for (const { id } of organizations) if (!isEnd()) await pass(id).catch(error => errors.push(error))
    if (errors.length > 0) throw new PartlyFailed(errors, processed)
    return { processed, more: isEnd() || organizations.length === limit }
  },
})
