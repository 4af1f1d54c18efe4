import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { versioned } from '#http/version.ts'
import { BindingParams, bindingSurface, bindingTag, StorageBinding, showBinding } from './binding.ts'
import { findBinding } from './binding-queries.ts'
import { bindingVersion } from './change-binding.ts'

export const getStorageBinding = readEndpoint({
  name: 'getStorageBinding',
  summary: 'Get a storage binding with the results of its latest probes',
  tag: 'Storage',
  ...bindingSurface('/{bindingId}', 'auditor'),
  params: BindingParams,
  response: StorageBinding,
  version: bindingVersion,
  errors: ['not_found'],
  async run(call, { params }) {
    const row = firstOrNotFound(await call.read(findBinding, { id: params.bindingId }), 'storage binding')
    return versioned(JSON.stringify(showBinding(row)), bindingTag(row))
  },
})
