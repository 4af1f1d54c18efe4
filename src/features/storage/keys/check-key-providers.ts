import type { Provided, Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { minute } from '#lib/clock.ts'
import { organizationsWithOutsideKeys } from './queries.ts'

/** Records a security event for a revoked key holder even if no file is opened. */
export const checkKeyProviders = job<Services & Provided<'dataKeys'>>({
  name: 'check-storage-key-providers',
  description: 'Checks that external key holders still unwrap the keys of stored files, and renews their tokens.',
  schedule: '30 */5 * * * *',
  expected: 10 * minute,
  ofWorkspaces: true,
  async run({ db, dataKeys }, running) {
    const { signal } = running
    const organizations = among(running, await db.readInstall(organizationsWithOutsideKeys, {}))
    return runInBatches({ organizations, signal, size: 2 }, async id => {
      await dataKeys.check(id)
      return 1
    })
  },
})
