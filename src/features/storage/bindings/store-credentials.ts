import { currentRow } from '#family/bound.ts'
import type { Change, Provided } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import type { Begin } from '#shared/provision.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { boundBindings } from '#shared/storage-binding.ts'
import { failingProbe, writeProbeRun } from '#src/features/storage/posture/probe-binding.ts'
import { hintOf } from './binding.ts'
import { replaceCredentials } from './binding-queries.ts'
import { lockBindingForChange } from './change-binding.ts'
import { credentialsBinding, type S3CredentialsInput } from './settings.ts'

/** Stores the credentials of a locked binding; returns the hint for its record. */
export const storeCredentials = (change: Change, bindingId: string, credentials: S3CredentialsInput): string => {
  const { tx, organizationId, now, sealer } = change
  const credentialHint = hintOf(credentials.accessKeyId)
  const sealed = sealer.seal(JSON.stringify(credentials), credentialsBinding(organizationId, bindingId))
  tx.write(replaceCredentials, { id: bindingId, credentials: sealed, credentialHint, at: iso(now) })
  writeSecurityEvent(change, { type: 'storageOperationsCredentialsReplaced', context: { bindingId } })
  return credentialHint
}

/** Writes the audit row for credentials that the provisioning file replaced. */
export const auditCredentials = async (change: Change, id: string, credentialHint: string): Promise<void> => {
  const { content } = await currentRow(change.tx, boundBindings, id)
  change.audit(id, {
    action: 'storage.binding.credentials',
    after: JSON.stringify({ id, credentialHint }),
    content,
  })
}

/**
 * Probes credentials from the provisioning file, and replaces the old credentials if they pass.
 */
export const tryCredentials = async (
  { objectStores, organizationId, log }: Pick<Change, 'organizationId' | 'log'> & Provided<'objectStores'>,
  bindingId: string,
  credentials: S3CredentialsInput,
  begin: Begin,
): Promise<void> => {
  const results = await objectStores.probe(organizationId, bindingId, { credentials })
  if (failingProbe(results)) {
    log.warn({ event: 'provisioned_credentials_not_taken', organization: organizationId, record: bindingId })
    return
  }
  await begin(async change => {
    // The binding was retired meanwhile, so its credentials are erased.
    if ((await lockBindingForChange(change, bindingId)).status === 'retired') return
    writeProbeRun(change, { bindingId, cause: 'credentials', results })
    const credentialHint = storeCredentials(change, bindingId, credentials)
    await auditCredentials(change, bindingId, credentialHint)
  })
}
