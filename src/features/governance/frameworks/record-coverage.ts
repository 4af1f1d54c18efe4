import { system } from '#http/access.ts'
import { beginCall, type Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { minute } from '#lib/clock.ts'
import {
  findUnrecorded,
  organizationsWithActiveFrameworks,
  reconstructCoverage,
  recordCoverage,
} from './coverage-queries.ts'

const name = 'record-coverage'

/** The number of frameworks whose past days one batch computes. */
const size = 10

/** Records today's coverage. */
const recordToday = async (services: Services, organizationId: string, runId: string): Promise<number> => {
  const { db, now } = beginCall(services, system(name, organizationId), runId)
  const changed = await db.transaction(organizationId, tx => tx.query(recordCoverage, { now }))
  return changed.length
}

/** Computes the past days of frameworks that existed before today but have no earlier recorded day. */
const reconstructBatch = async (services: Services, organizationId: string, runId: string): Promise<number> => {
  const { db, now, read } = beginCall(services, system(name, organizationId), runId)
  const older = await read(findUnrecorded, { now })
  for (const { id } of older)
    await db.transaction(organizationId, tx => tx.query(reconstructCoverage, { frameworkId: id, now }))
  return older.length
}

/** Keeps the last count of each day. Reads always compute the current coverage (decision 079). */
export const recordCoverageByDay = job<Services>({
  name,
  description: 'Records how much of each active framework is proven, once for each day.',
  schedule: '20 7 * * * *',
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice } = running
    const organizations = among(running, await services.db.readInstall(organizationsWithActiveFrameworks, {}))
    const recorded = await runInBatches({ organizations, signal, slice, size: Infinity }, organizationId =>
      recordToday(services, organizationId, id),
    )
    const reconstructed = await runInBatches({ organizations, signal, slice, size }, organizationId =>
      reconstructBatch(services, organizationId, id),
    )
    return recorded + reconstructed
  },
})
