import type { Change, Provided } from '#http/call.ts'
import type { Begin } from '#shared/provision.ts'
import { activate } from './activate-storage-binding.ts'
import { lockBindingForChange } from './change-binding.ts'
import { recordValidation } from './record-validation.ts'

/**
 * Validates a binding that the provisioning file activates, and activates it if validation passes. Otherwise new files
 * still go to the current binding, and the next start tries again.
 */
export const validateAndActivate = async (
  { objectStores, organizationId, log }: Pick<Change, 'organizationId' | 'log'> & Provided<'objectStores'>,
  bindingId: string,
  begin: Begin,
): Promise<void> => {
  const results = await objectStores.probe(organizationId, bindingId)
  const { passed } = await begin(async change => {
    const row = await lockBindingForChange(change, bindingId)
    return recordValidation(change, row, results, 'storage.binding.validate')
  })
  if (passed) await begin(change => activate(change, bindingId, 'storage.binding.activate'))
  else log.warn({ event: 'provisioned_storage_not_validated', organization: organizationId, record: bindingId })
}
