import type { Services } from '#api/call.ts'
import { job } from '#jobs/job.ts'
import { minute } from '#lib/clock.ts'
import { sealAll } from './sealer.ts'
import { stopWhereBehind } from './stop-where-behind.ts'

/**
 * A node with the role `worker` seals within a second of a commit, without this job, which finds what that would miss:
 * nobody is at it, or a database was restored under a running server.
 */
export const sealLedger = job<Services>({
  name: 'seal-ledger',
  description:
    'Seals rows of the audit trail that are not in the ledger yet, and asks whether checkpoints outside are ahead.',
  schedule: '20 */5 * * * *',
  expected: 5 * minute,
  async run(services, { signal }) {
    await stopWhereBehind(services)
    return sealAll(services, signal)
  },
})
