import { system } from '#http/access.ts'
import { beginCall, type Change, change, type Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import {
  deleteParts,
  deleteScans,
  type EndedScan,
  lockScansToEnd,
  organizationsWithScansToEnd,
} from './scan-queries.ts'

const name = 'abandon-finding-scans'
const size = 500

/** Deletes scans in parts, and writes an audit row for each incomplete one. Findings that a scan recorded stay. */
export const abandonScans = async ({ tx, audit }: Change, scans: readonly EndedScan[]): Promise<void> => {
  if (scans.length === 0) return
  const ids = scans.map(({ id }) => id)
  tx.write(deleteParts, { ids })
  tx.write(deleteScans, { ids })
  for (const { scan_key: key, source, parts, received, status } of scans)
    if (status === 'open')
      audit('', {
        action: 'finding.scan.abandon',
        detail: `${source}: scan ${key} had ${received} of ${parts} parts and is not compared`,
      })
}

const endBatch = (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  return services.db.transaction(organizationId, async tx => {
    const ended = await tx.query(lockScansToEnd, { before: iso(call.now - day), limit: size })
    await abandonScans(change(call, tx, 'finding.scan.abandon', null), ended)
    return ended.length
  })
}

/** Deletes scans in parts after a day. Until then, senders can repeat a part. */
export const abandonFindingScans = job<Services>({
  name,
  description: 'Abandons scans whose parts have not all arrived within a day, and removes compared ones.',
  schedule: '40 23 * * * *',
  expected: 2 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice } = running
    const before = iso(services.clock.now() - day)
    const organizations = among(running, await services.db.readInstall(organizationsWithScansToEnd, { before }))
    return runInBatches({ organizations, signal, slice, size }, organizationId =>
      endBatch(services, organizationId, id),
    )
  },
})
