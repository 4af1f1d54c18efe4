import type { Services } from '#api/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { job } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import { bindingsToSweep } from './posture-queries.ts'
import { sweepBinding } from './sweep-binding.ts'

const atOnce = 8

/** Interface section 6.5. An organization's turn comes every five minutes, each at its own second. */
export const sweepPostures = job<Services>({
  name: 'storage-active-binding-posture-sweep',
  description:
    'Looks whether the place that takes files of each workspace still does what it did when it was activated.',
  schedule: '0 * * * * *',
  jitter: minute,
  expected: 5 * minute,
  async run(services, { id: requestId, signal, asked }) {
    const { db, clock } = services
    const due = await db.readInstall(bindingsToSweep, { now: iso(clock.now()), everyOne: asked === true })
    const errors: unknown[] = []
    let swept = 0
    const next = due.values()
    const sweepOnes = async (): Promise<void> => {
      for (const { organization_id: organizationId, binding_id: bindingId } of next) {
        if (signal.aborted) return
        await sweepBinding(services, { organizationId, bindingId, asked, requestId, signal }).then(
          isInUse => (swept += isInUse ? 1 : 0),
          error => errors.push(error),
        )
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sweepOnes))
    if (errors.length > 0) throw new PartlyFailed(errors, swept)
    return swept
  },
})
