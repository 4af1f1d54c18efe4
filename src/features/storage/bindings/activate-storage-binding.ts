import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { cancelMigrationsFrom } from '#src/features/storage/migration/change-migration.ts'
import { BindingParams, type BindingRow, bindingSurface, StorageBinding, validFor } from './binding.ts'
import { lockActiveBinding } from './binding-queries.ts'
import { lockBindingForChange, nextBindingStatus, writeBinding } from './change-binding.ts'

// A draining binding has been in use, so it can be activated again without a new validation.
const requireFreshValidation = ({ status, validated_at }: BindingRow, now: number): void => {
  if (status === 'draining' || (validated_at && validated_at.getTime() > now - validFor)) return
  throw new Refusal(
    'unprocessable',
    sentence`binding.validation_outdated: The storage binding was validated more than 15 minutes ago; validate it again.`,
  )
}

/** Directs new uploads to the binding. The previous one drains; its files stay readable until they are moved. */
export const activate = async (change: Change, bindingId: string, action?: string): Promise<StorageBinding> => {
  const [previous] = await change.tx.query(lockActiveBinding, {})
  const row = await lockBindingForChange(change, bindingId)
  const status = nextBindingStatus(row, 'activate')
  requireFreshValidation(row, change.now)
  await cancelMigrationsFrom(change, bindingId)
  if (previous) writeBinding(change, previous, { status: nextBindingStatus(previous, 'replace') }, action)
  return writeBinding(change, row, { status, activated_at: new Date(change.now) }, action)
}

export const activateStorageBinding = changeEndpoint({
  name: 'activateStorageBinding',
  summary: 'Store new files in this storage binding; the previously active one drains',
  tag: 'Storage',
  method: 'POST',
  ...bindingSurface('/{bindingId}/activate'),
  confirm: true,
  status: 200,
  action: 'storage.binding.activate',
  params: BindingParams,
  response: StorageBinding,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    storage_binding_active: sentence`binding.other_activated: Another storage binding was activated at the same time; reload and try again.`,
  },
  async run(change, { params: { bindingId } }) {
    try {
      return await activate(change, bindingId)
    } catch (error) {
      if (error instanceof Refusal && error.id === 'unprocessable') {
        const context = { bindingId, requestId: change.requestId }
        await recordSecurityEvent(change, change.organizationId, { type: 'storageOperationsActivationFailed', context })
      }
      throw error
    }
  },
})
