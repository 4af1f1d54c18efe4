import type { Transaction } from '#db/database.ts'
import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import {
  correctUsage,
  destroyedKeys,
  organizationsToCount,
  recordChecked,
  recordReleased,
  releaseFiles,
} from './queries.ts'

const name = 'reconcile-storage-usage'
const batchSize = 1000

/** Releases a batch of files whose keys are destroyed, so that they no longer count; returns their number. */
const release = async (tx: Transaction, now: string): Promise<number> => {
  const keys = (await tx.query(destroyedKeys, {})).map(({ id }) => id)
  if (keys.length === 0) return 0
  const released = await tx.query(releaseFiles, { keys, now, limit: batchSize })
  if (released.length < batchSize) tx.write(recordReleased, { keys })
  return released.length
}

const signed = (difference: number): string => `${difference > 0 ? '+' : ''}${difference}`

const countBatch = (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  const now = iso(call.now)
  return services.db.transaction(organizationId, async tx => {
    const released = await release(tx, now)
    if (released === batchSize) return released
    const [drift] = await tx.query(correctUsage, {})
    if (drift && (drift.bytes !== 0 || drift.files !== 0)) {
      const detail = `${signed(drift.bytes)} bytes, ${signed(drift.files)} files`
      change(call, tx, 'storage.usage.mend', null).audit(organizationId, { detail })
      services.log.warn({ event: 'storage_usage_mended', organization: organizationId, detail })
    }
    tx.write(recordChecked, { now })
    return released
  })
}

/**
 * Compares the counters with the files: once a day for each organization, and for all organizations when an
 * administrator requests the run.
 */
export const reconcileStorageUsage = job<Services>({
  name,
  description: 'Compares the counted files and bytes of each workspace with its files, and corrects the counters.',
  schedule: '0 23 * * * *',
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice, isRequested } = running
    const since = iso(services.clock.now() - (isRequested ? 0 : day))
    const organizations = among(running, await services.db.readInstall(organizationsToCount, { since }))
    return runInBatches({ organizations, signal, slice, size: batchSize }, organization =>
      countBatch(services, organization, id),
    )
  },
})
