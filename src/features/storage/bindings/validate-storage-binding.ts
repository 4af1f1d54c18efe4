import { commitEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { ProbeRun } from '#src/features/storage/posture/probe-run.ts'
import { BindingParams, bindingSurface } from './binding.ts'
import { findBinding } from './binding-queries.ts'
import { lockBindingForChange, nextBindingStatus } from './change-binding.ts'
import { recordValidation } from './record-validation.ts'

/** Returns the probe run, even if it failed. Holds no lock while it probes the provider. */
export const validateStorageBinding = commitEndpoint({
  name: 'validateStorageBinding',
  summary: 'Probe a storage binding by use: write, read, list and delete, and requests that it must reject',
  tag: 'Storage',
  method: 'POST',
  ...bindingSurface('/{bindingId}/validate'),
  status: 200,
  action: 'storage.binding.validate',
  outside: true,
  params: BindingParams,
  response: ProbeRun,
  errors: ['not_found', 'unprocessable'],
  needs: ['objectStores'],
  async run(call, { params: { bindingId } }) {
    const current = firstOrNotFound(await call.read(findBinding, { id: bindingId }), 'storage binding')
    nextBindingStatus(current, 'pass')
    const results = await call.objectStores.probe(call.organizationId, bindingId)
    return call.commit('', async change => {
      const row = await lockBindingForChange(change, bindingId)
      if (row.revision !== current.revision || row.status !== current.status)
        throw new Refusal(
          'unprocessable',
          sentence`binding.changed_while_validated: The storage binding was changed while it was validated; validate it again.`,
        )
      return recordValidation(change, row, results)
    })
  },
})
