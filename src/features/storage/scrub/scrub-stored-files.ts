import type { AllServices } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { createPace, unpaced } from './pace.ts'
import { organizationsToScrub } from './queries.ts'
import {
  batchSize,
  type RepairingRun,
  recheckAfter,
  removeDamagedBatch,
  repairBatch,
  scrubBatch,
} from './scrub-organization.ts'

/** Each file is checked every 30 days. It becomes due after 25 days, because it may have to wait for its turn. */
export const everyDays = 30
const dueAfter = 25 * day

/** The limit of a run, in seconds of reading at the configured rate. */
const budgetSeconds = { scheduled: 50, requested: 500 } as const

/** Runs one turn for an organization, which is finished if no batch was full. */
const takeTurn = async (
  run: RepairingRun,
  organizationId: string,
): Promise<{ attempts: number; isFinished: boolean }> => {
  const scrubbed = await scrubBatch(run, organizationId)
  const repaired = await repairBatch(run, organizationId)
  const removed = await removeDamagedBatch(run, organizationId)
  return { attempts: scrubbed + repaired + removed, isFinished: Math.max(scrubbed, repaired, removed) < batchSize }
}

const findOrganizations = ({ db, clock }: AllServices, before = clock.now() - dueAfter) =>
  db.readInstall(organizationsToScrub, { before: iso(before), suspectBefore: iso(clock.now() - recheckAfter) })

/** Reads stored files again, starting with those checked least recently. */
export const scrubStoredFiles = job<AllServices>({
  name: 'scrub-stored-files',
  description:
    'Reads stored files again, compares them with their recorded digests, and repairs damaged copies from others.',
  schedule: '0 */5 * * * *',
  check: { every: minute, find: services => findOrganizations(services) },
  jitter: minute,
  expected: 5 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id: requestId, signal, slice, isRequested = false } = running
    const { clock, settings } = services
    const { scrubBytesPerSecond: rate } = settings
    const startedAt = clock.now()
    let budget = rate * budgetSeconds[isRequested ? 'requested' : 'scheduled']
    const run: RepairingRun = {
      services,
      requestId,
      signal,
      slice,
      pace: isRequested ? unpaced : createPace(rate, signal),
      before: isRequested ? startedAt + 1 : startedAt - dueAfter,
      damagedBefore: isRequested ? startedAt + 1 : startedAt - day,
      at: isRequested ? startedAt + 1 : startedAt,
      skip: new Set(),
      read: bytes => {
        budget -= bytes
      },
    }
    const queue = among(running, await findOrganizations(services, run.before)).map(({ id }) => id)
    const errors: unknown[] = []
    let processed = 0
    while (queue.length > 0 && budget > 0 && !signal.aborted) {
      const organizationId = queue.shift() ?? ''
      const unavailable = run.skip.size
      try {
        const { attempts, isFinished } = await takeTurn(run, organizationId)
        processed += attempts
        if (!isFinished || run.skip.size > unavailable) queue.push(organizationId)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new PartlyFailed(errors, processed)
    return processed
  },
})
