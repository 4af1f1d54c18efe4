import { paged } from '#family/paged.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { BindingParams, bindingSurface } from '#src/features/storage/bindings/binding.ts'
import { findBinding } from '#src/features/storage/bindings/binding-queries.ts'
import { StorageDeviation, showDeviation } from './deviation.ts'
import { listDeviations as statement } from './posture-queries.ts'

export const listStorageDeviations = paged({
  name: 'listStorageDeviations',
  summary:
    'List deviations of a storage binding from its state at activation, newest first, with the recommended action',
  tag: 'Storage',
  ...bindingSurface('/{bindingId}/deviations', 'auditor'),
  params: BindingParams,
  plural: 'deviations',
  of: StorageDeviation,
  find: async (call, { bindingId }) =>
    firstOrNotFound(await call.read(findBinding, { id: bindingId }), 'storage binding'),
  read: (call, at) => call.read(statement, at),
  show: showDeviation,
})
