import type { Change, Provided } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { bindingContent, hintOf, type StorageBinding, showBinding } from './binding.ts'
import { countBindings, findBinding, insertBinding, lockActiveBinding } from './binding-queries.ts'
import { credentialsBinding, type S3CredentialsInput, type S3SettingsInput } from './settings.ts'

const maxBindings = 20

/** The settings entered when a bucket is added. */
export interface BindingInput {
  readonly name: string
  readonly settings: S3SettingsInput
  readonly encryption: StorageBinding['encryption']
  readonly retention: StorageBinding['retention']
  readonly credentials: S3CredentialsInput
}

/** Inserts a draft with its audit row. Throws a 403 if the license does not allow it, a 422 above the limit. */
export const makeBinding = async (
  change: Change & Provided<'entitlements'>,
  input: BindingInput,
): Promise<StorageBinding> => {
  const { tx, organizationId, ids, now, sealer, entitlements } = change
  const { name, settings, encryption, retention, credentials } = input
  // The lock makes concurrent additions wait, so that they cannot exceed the limits together.
  await tx.query(lockActiveBinding, {})
  const [counts] = await tx.query(countBindings, {})
  await entitlements.require(organizationId, 'storage.s3', counts?.buckets, change.read)
  if (counts && counts.count >= maxBindings)
    throw new Refusal(
      'unprocessable',
      sentence`binding.limit: A workspace can have at most ${{ most: maxBindings }} storage bindings, not counting retired ones; retire one first.`,
    )
  const id = ids.next('stb', now)
  tx.write(insertBinding, {
    id,
    name,
    settings: JSON.stringify(settings),
    encryption,
    retention,
    credentials: sealer.seal(JSON.stringify(credentials), credentialsBinding(organizationId, id)),
    credentialHint: hintOf(credentials.accessKeyId),
    at: iso(now),
  })
  const [row] = await tx.query(findBinding, { id })
  if (!row) throw new Error('the new storage binding is missing')
  const binding = showBinding(row)
  const content = bindingContent(row)
  change.audit(id, { action: 'storage.binding.create', after: JSON.stringify(binding), content })
  return binding
}
