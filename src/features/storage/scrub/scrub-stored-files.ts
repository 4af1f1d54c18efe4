import type { AllServices } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { createPace, unpaced } from './pace.ts'
import { organizationsToScrub } from './queries.ts'
import {
  batch,
  recheckAfter,
  removeDamagedBatch,
  repairBatch,
  type Scrubbing,
  scrubBatch,
} from './scrub-organization.ts'

/** Each file is checked every 30 days. It becomes due earlier, since it may wait for its turn. */
export const everyDays = 30
const dueAfter = 25 * day

/**
 * How many seconds of reading at the configured rate a run may do; a run that a person started may do ten times as
 * much.
 */
const budgetSeconds = { scheduled: 50, asked: 500 } as const

/** Takes one turn for an organization, which is finished if no part reached its limit. */
const takeTurn = async (run: Scrubbing, organizationId: string): Promise<{ attempts: number; isFinished: boolean }> => {
  const scrubbed = await scrubBatch(run, organizationId)
  const repaired = await repairBatch(run, organizationId)
  const removed = await removeDamagedBatch(run, organizationId)
  return { attempts: scrubbed + repaired + removed, isFinished: Math.max(scrubbed, repaired, removed) < batch }
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
    const { id: requestId, signal, slice, asked = false } = running
    const { clock, settings } = services
    const { scrubBytesPerSecond: rate } = settings
    const started = clock.now()
    let budget = rate * budgetSeconds[asked ? 'asked' : 'scheduled']
    const run: Scrubbing = {
      services,
      requestId,
      signal,
      slice,
      pace: asked ? unpaced : createPace(rate, signal),
      before: asked ? started + 1 : started - dueAfter,
      damagedBefore: asked ? started + 1 : started - day,
      at: asked ? started + 1 : started,
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
