import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { BindingParams, bindingSurface } from '#src/features/storage/bindings/binding.ts'
import { findBinding } from '#src/features/storage/bindings/binding-queries.ts'
import { StorageDeviation, showDeviation } from './deviation.ts'
import { listDeviations as statement } from './posture-queries.ts'

export const listStorageDeviations = reading({
  name: 'listStorageDeviations',
  summary:
    'List deviations of a storage binding from its state at activation, newest first, with the recommended action',
  tag: 'Storage',
  ...bindingSurface('/{bindingId}/deviations', 'auditor'),
  params: BindingParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ deviations: Type.Array(StorageDeviation), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { bindingId }, query }) {
    oneOr404(await call.read(findBinding, { id: bindingId }), 'storage binding')
    return answerPage(call, {
      endpoint: 'listStorageDeviations',
      plural: 'deviations',
      read: async at =>
        (await call.read(statement, { ...at, bindingId })).map(row => ({
          id: row.id,
          record: JSON.stringify(showDeviation(row)),
        })),
      filters: { bindingId },
      query,
    })
  },
})
