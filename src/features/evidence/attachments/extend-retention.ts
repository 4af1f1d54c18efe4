import type { Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { minute, second } from '#lib/clock.ts'
import {
  extendRetention,
  lockRetentionToExtend,
  organizationsWithRetentionToExtend,
  recordRetentionPosition,
  selectRetainedClaims,
} from './retention-queries.ts'

const batchSize = 500

// A concurrent change to the requirement waits for this batch, then starts over. Returns undefined if none is left.
const extendBatch = ({ db }: Services, organizationId: string): Promise<number | undefined> =>
  db.transaction(organizationId, async tx => {
    const [requirement] = await tx.query(lockRetentionToExtend, {})
    if (!requirement) return undefined
    const { id, retention_years: years, retention_position: position } = requirement
    const claims = years === null ? [] : await tx.query(selectRetainedClaims, { id, position, limit: batchSize })
    const claimIds = claims.map(claim => claim.id)
    if (years !== null && claimIds.length > 0) tx.write(extendRetention, { claimIds, years })
    tx.write(recordRetentionPosition, { id, position: claimIds.length < batchSize ? null : (claimIds.at(-1) ?? null) })
    return claimIds.length
  })

const extendAll = async (services: Services, organizationId: string, signal: AbortSignal): Promise<number> => {
  let processed = 0
  while (!signal.aborted) {
    const claims = await extendBatch(services, organizationId)
    if (claims === undefined) break
    processed += claims
  }
  return processed
}

const findOrganizations = ({ db }: Services) => db.readInstall(organizationsWithRetentionToExtend, {})

/** Applies a requirement's longer retention to the files that its claims already have. */
export const extendRetentionOfFiles = job<Services>({
  name: 'extend-retention',
  description: 'Extends the retention of files whose requirement now sets a longer one.',
  schedule: '45 */5 * * * *',
  check: { every: 20 * second, find: findOrganizations },
  expected: 5 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { signal, slice } = running
    const organizations = among(running, await findOrganizations(services))
    return runInBatches({ organizations, signal, slice, size: Number.POSITIVE_INFINITY }, organization =>
      extendAll(services, organization, signal),
    )
  },
})
