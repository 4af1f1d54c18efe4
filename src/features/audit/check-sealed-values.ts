import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { day, minute } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'
import { recordOnce } from '#shared/security-event.ts'
import { sealedSamples } from './security-event-queries.ts'

/** Detects a replaced master key or a damaged database before the next delivery or sign-in fails. */
export const checkSealedValues = job<Services>({
  name: 'check-sealed-values',
  description:
    'Opens one value of each kind that the master key sealed, and records a security event if one cannot be opened.',
  schedule: '0 43 * * * *',
  expected: 5 * minute,
  async run(services, { id }) {
    const samples = await services.db.readInstall(sealedSamples, {})
    const unreadable = samples.filter(({ sealed, ...binding }) => {
      try {
        services.sealer.open(sealed, binding)
        return false
      } catch (error) {
        if (error instanceof SealedError) return true
        throw error
      }
    })
    const [first] = unreadable
    if (first) {
      const context = { requestId: id, resourceId: first.record, code: first.kind, count: unreadable.length }
      await recordOnce(services, install, { type: 'masterKeyUnreadableValues', context }, day)
    }
    return samples.length
  },
})
