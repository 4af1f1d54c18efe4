import { system } from '#http/access.ts'
import { beginCall, change, type Provided, type Services } from '#http/call.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { activateKey, prepareKey } from './make-key.ts'
import { organizationsWithOldKeys } from './queries.ts'

/** The age at which the active key is replaced. */
const age = 365 * day
const name = 'renew-storage-keys'

const renew = async (
  services: Services & Provided<'keyHolders'>,
  organizationId: string,
  requestId: string,
): Promise<number> => {
  const prepared = await prepareKey(services, organizationId)
  const call = beginCall(services, system(name, organizationId), requestId)
  return services.db.transaction(organizationId, async tx => {
    const key = await activateKey(tx, prepared, { now: call.now, replaces: true })
    if (key) change(call, tx, 'storage.key.create', null).audit(key.id, { detail: `generation ${key.generation}` })
    return key ? 1 : 0
  })
}

export const renewStorageKeys = job<Services & Provided<'keyHolders'>>({
  name,
  description: 'Replaces the active key of a workspace for new files when it is a year old.',
  schedule: '0 41 3 * * *',
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal } = running
    const before = iso(services.clock.now() - age)
    const organizations = among(running, await services.db.readInstall(organizationsWithOldKeys, { before }))
    // The batch size exceeds the returned number, so that each workspace gets only one batch.
    return runInBatches({ organizations, signal, size: 2 }, organization => renew(services, organization, id))
  },
})
