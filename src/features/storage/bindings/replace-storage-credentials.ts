import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { failingProbe, writeProbeRun } from '#src/features/storage/posture/probe-binding.ts'
import { BindingParams, bindingSurface, StorageBinding } from './binding.ts'
import { findBinding } from './binding-queries.ts'
import { auditBinding, lockBindingForChange } from './change-binding.ts'
import { S3CredentialsInput } from './settings.ts'
import { storeCredentials } from './store-credentials.ts'

/** Probes the new credentials before it stores them. If they fail, the old credentials stay in use. */
export const replaceStorageCredentials = commitEndpoint({
  name: 'replaceStorageCredentials',
  summary: 'Replace the credentials of a storage binding once the new ones have passed its probes',
  tag: 'Storage',
  method: 'POST',
  ...bindingSurface('/{bindingId}/credentials'),
  confirm: true,
  status: 200,
  action: 'storage.binding.credentials',
  outside: true,
  params: BindingParams,
  body: Type.Object({ credentials: S3CredentialsInput }),
  response: StorageBinding,
  errors: ['not_found', 'unprocessable'],
  needs: ['objectStores'],
  async run(call, { params: { bindingId }, body: { credentials } }) {
    const current = firstOrNotFound(await call.read(findBinding, { id: bindingId }), 'storage binding')
    if (current.kind !== 's3' || current.status === 'retired')
      throw new Refusal(
        'unprocessable',
        sentence`binding.no_credentials: This storage binding has no credentials: only a bucket that is not retired has them.`,
      )
    const results = await call.objectStores.probe(call.organizationId, bindingId, { credentials })
    return call.commit('', async change => {
      const row = await lockBindingForChange(change, bindingId)
      if (row.revision !== current.revision)
        throw new Refusal(
          'unprocessable',
          sentence`binding.changed_meanwhile: The storage binding was changed meanwhile; try again.`,
        )
      const failing = failingProbe(results)
      if (failing)
        throw new Refusal(
          'unprocessable',
          sentence`binding.credentials_fail: The new credentials fail the probe ${{ probe: failing.probe }}, so the old ones stay; correct them and try again.`,
        )
      const { record } = writeProbeRun(change, { bindingId, cause: 'credentials', results })
      const credentialHint = storeCredentials(change, bindingId, credentials)
      const at = new Date(change.now)
      const after = {
        ...row,
        credential_hint: credentialHint,
        credentials_at: at,
        revision: row.revision + 1,
        updated_at: at,
      }
      return auditBinding(change, row, { ...after, probes: record })
    })
  },
})
