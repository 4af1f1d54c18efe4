import type { Provided, Services } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import { bindingsToSweep } from './posture-queries.ts'
import { sweepBinding } from './sweep-binding.ts'

const concurrency = 8

const findBindings = ({ db, clock }: Services, everyOne = false) =>
  db.readInstall(bindingsToSweep, { now: iso(clock.now()), everyOne })

/** Each organization is due every five minutes, at its own second. */
export const sweepPostures = job<Services & Provided<'objectStores'>>({
  name: 'storage-active-binding-posture-sweep',
  description: 'Checks whether the storage binding of each workspace still behaves as it did when it was activated.',
  schedule: '0 */5 * * * *',
  check: { every: minute, find: services => findBindings(services) },
  jitter: minute,
  expected: 5 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id: requestId, signal, isRequested } = running
    const bindings = await findBindings(services, isRequested)
    const due = among(
      running,
      bindings.map(({ organization_id: id, binding_id: bindingId }) => ({ id, bindingId })),
    )
    const errors: unknown[] = []
    let swept = 0
    const next = due.values()
    const sweepNext = async (): Promise<void> => {
      for (const { id: organizationId, bindingId } of next) {
        if (signal.aborted) return
        await sweepBinding(services, { organizationId, bindingId, isRequested: isRequested, requestId, signal }).then(
          isInUse => (swept += isInUse ? 1 : 0),
          error => errors.push(error),
        )
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sweepNext))
    if (errors.length > 0) throw new PartlyFailed(errors, swept)
    return swept
  },
})
