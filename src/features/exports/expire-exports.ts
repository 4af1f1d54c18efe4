import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job, type Running } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import {
  deleteOtherEntries,
  deleteOwnArtifacts,
  deleteOwnEntries,
  findUnusedFiles,
  leaveToSweeper,
  lockOwnFiles,
} from './entry-queries.ts'
import { EvidenceExport, exportFlow, renderExport } from './export.ts'
import {
  clearExport,
  exportToClear,
  lockExportsToExpire,
  organizationsWithExportsToEnd,
  updateExport,
} from './queries.ts'

const name = 'expire-exports'
const batchSize = 50
/** The number of entries of one export that one transaction releases. */
const maxEntries = 2000

const expireBatch = (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  return services.db.transaction(organizationId, async tx => {
    const due = await tx.query(lockExportsToExpire, { now: iso(call.now), limit: batchSize })
    const ctx = change(call, tx, 'evidence.export.expire', null)
    for (const { id, record: before } of due) {
      const { to: status } = exportFlow.expire
      const record = renderExport({ ...readRecord(EvidenceExport, before), status, updatedAt: iso(call.now) })
      tx.write(updateExport, { id, status, record, expiresAt: null })
      ctx.audit(id, { before, after: record })
    }
    return due.length
  })
}

/** Releases some files of an ended bundle, and returns their number. */
const clearBatch = (services: Services, organizationId: string, exportId: string): Promise<number> =>
  services.db.transaction(organizationId, async tx => {
    const locked = await tx.query(lockOwnFiles, { exportId, limit: maxEntries })
    const ownFiles = await tx.query(findUnusedFiles, { artifactIds: locked.map(({ id }) => id) })
    const artifactIds = ownFiles.map(({ id }) => id)
    tx.write(deleteOwnEntries, { exportId, artifactIds })
    tx.write(leaveToSweeper, { blobKeys: ownFiles.map(row => row.blob_key), at: iso(services.clock.now()) })
    tx.write(deleteOwnArtifacts, { artifactIds })
    const [others] = await tx.query(deleteOtherEntries, { exportId, limit: maxEntries })
    tx.write(clearExport, { id: exportId })
    return ownFiles.length + (others?.gone ?? 0)
  })

/** Releases the files of ended bundles. Files on hold stay until a later run. */
const clearEnded = async (
  services: Services,
  organizationId: string,
  { signal, slice }: Pick<Running, 'signal' | 'slice'>,
): Promise<number> => {
  let cleared = 0
  for (let after = ''; !signal.aborted; ) {
    const [endedExport] = await services.db.read(organizationId, exportToClear, { after })
    if (!endedExport) break
    const count = await slice(() => clearBatch(services, organizationId, endedExport.id))
    cleared += count
    if (count === 0) after = endedExport.id
  }
  return cleared
}

/** Ends expired bundles and releases the files of ended bundles. */
export const expireExports = job<Services>({
  name,
  description: 'Ends evidence bundles after 7 days, or 30 days for rooms, and releases the files of ended bundles.',
  schedule: '25 */5 * * * *',
  expected: 2 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice } = running
    const now = iso(services.clock.now())
    const organizations = among(running, await services.db.readInstall(organizationsWithExportsToEnd, { now }))
    const expired = await runInBatches({ organizations, signal, slice, size: batchSize }, organization =>
      expireBatch(services, organization, id),
    )
    let cleared = 0
    for (const { id } of organizations) cleared += await clearEnded(services, id, running)
    return expired + cleared
  },
})
