import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { BindingParams, bindingSurface } from '#src/features/storage/bindings/binding.ts'
import { findBinding, listProbeRuns as statement } from '#src/features/storage/bindings/binding-queries.ts'
import { ProbeRun } from './probe-run.ts'

export const listStorageProbeRuns = reading({
  name: 'listStorageProbeRuns',
  summary: 'List the probe runs of a storage binding, newest first; the last 200 are kept',
  tag: 'Storage',
  ...bindingSurface('/{bindingId}/probe-runs', 'auditor'),
  params: BindingParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ probeRuns: Type.Array(ProbeRun), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { bindingId }, query }) {
    oneOr404(await call.read(findBinding, { id: bindingId }), 'storage binding')
    return answerPage(call, {
      endpoint: 'listStorageProbeRuns',
      plural: 'probeRuns',
      read: at => call.read(statement, { ...at, bindingId }),
      filters: { bindingId },
      query,
    })
  },
})
