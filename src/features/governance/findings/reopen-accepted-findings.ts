import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import { findingRecords } from './finding.ts'
import { lockEndedAcceptances, organizationsWithAcceptancesToEnd } from './queries.ts'
import { changeFinding } from './write-finding.ts'

const name = 'reopen-accepted-findings'
const size = 500

// The rows are locked until they are reopened, so two workers never reopen the same finding.
const reopenBatch = (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  return services.db.transaction(organizationId, async tx => {
    const ended = await tx.query(lockEndedAcceptances, { now: iso(call.now), limit: size })
    const ctx = change(call, tx, 'finding.reopen', null)
    for (const finding of ended.map(findingRecords.read))
      changeFinding(
        ctx,
        finding,
        { fields: { status: 'open', acceptedUntil: null } },
        { detail: 'its acceptance ended' },
      )
    return ended.length
  })
}

const findOrganizations = ({ db, clock }: Services) =>
  db.readInstall(organizationsWithAcceptancesToEnd, { now: iso(clock.now()) })

/** A finding reopens within a minute after its acceptance ends; its due date does not change. */
export const reopenAcceptedFindings = job<Services>({
  name,
  description: 'Reopens findings whose acceptance has ended.',
  schedule: '10 */5 * * * *',
  check: { every: minute, find: findOrganizations },
  expected: 2 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice } = running
    const organizations = among(running, await findOrganizations(services))
    return runInBatches({ organizations, signal, slice, size }, organizationId =>
      reopenBatch(services, organizationId, id),
    )
  },
})
