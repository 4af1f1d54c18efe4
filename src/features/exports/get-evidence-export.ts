import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { EvidenceExport, ExportParams, surfaceOfExport } from './export.ts'
import { findExport } from './queries.ts'

/** Returns no ETag, because progress is not a change that a caller could overwrite. */
export const getEvidenceExport = readEndpoint({
  name: 'getEvidenceExport',
  summary: 'Get an evidence export with its progress',
  tag: 'Exports',
  ...surfaceOfExport('', 'read'),
  params: ExportParams,
  response: EvidenceExport,
  errors: ['not_found'],
  async run(call, { params }) {
    return new Rendered(firstOrNotFound(await call.read(findExport, { id: params.exportId }), 'evidence export').record)
  },
})
