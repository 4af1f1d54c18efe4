import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import { renderUploadIntent, UploadIntent } from './attachment.ts'
import { expireUploadIntent, lockIntentsToExpire, organizationsWithIntentsToExpire } from './attachment-queries.ts'

const name = 'expire-upload-intents'
const batchSize = 500

const expireBatch = (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  return services.db.transaction(organizationId, async tx => {
    const intents = await tx.query(lockIntentsToExpire, { now: iso(call.now), limit: batchSize })
    const ctx = change(call, tx, 'evidence.upload_intent.expire', null)
    for (const { id, reason, record: before } of intents) {
      const after = renderUploadIntent({ ...readRecord(UploadIntent, before), status: 'expired' })
      tx.write(expireUploadIntent, { id, record: after })
      ctx.audit(id, { before, after, content: { linkId: null, reason } })
    }
    return intents.length
  })
}

const findOrganizations = ({ db, clock }: Services) =>
  db.readInstall(organizationsWithIntentsToExpire, { now: iso(clock.now()) })

/** Expires each intent that is not completed within 60 minutes (open points "Attachments"). */
export const expireUploadIntents = job<Services>({
  name,
  description: 'Expires upload intents whose file was not uploaded in time.',
  schedule: '50 */5 * * * *',
  check: { every: minute, find: findOrganizations },
  expected: 2 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id, signal, slice } = running
    const organizations = among(running, await findOrganizations(services))
    return runInBatches({ organizations, signal, slice, size: batchSize }, organizationId =>
      expireBatch(services, organizationId, id),
    )
  },
})
