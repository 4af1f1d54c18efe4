import type { AllServices } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { minute } from '#lib/clock.ts'
import { sealAll } from './sealer.ts'
import { stopWhereBehind } from './stop-if-behind.ts'

/**
 * Worker nodes seal within a second of a commit without this job. The job covers two cases: no worker is running, or
 * the database of a running server was restored.
 */
export const sealLedger = job<AllServices>({
  name: 'seal-ledger',
  description:
    'Seals audit trail rows that are not in the ledger yet, and checks whether checkpoints outside the install are ahead.',
  schedule: '20 */5 * * * *',
  expected: 5 * minute,
  ofWorkspaces: true,
  async run(services, { signal, organizationId }) {
    if (organizationId === undefined) {
      await stopWhereBehind(services)
      return sealAll(services, signal)
    }
    // One cursor covers the trails of all organizations; the result counts only the rows of the caller's organization.
    const { db, ledger } = services
    const readSize = async () =>
      (await ledger.head((statement, values) => db.read(organizationId, statement, values)))?.size ?? 0
    const before = await readSize()
    await sealAll(services, signal)
    return Math.max(0, (await readSize()) - before)
  },
})
