import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { prefixes } from '#http/routes.ts'
import { sentence } from '#lib/sentence.ts'
import { EvidenceExport, ExportParams, exportPath, surfaceOfExport } from './export.ts'
import { findExport } from './queries.ts'
import { media, sendBundle } from './send-bundle.ts'

const goneRefusal = (status: string): Refusal => {
  const link = `<${prefixes.v1}${exportPath.v1}>; rel="successor-version"`
  return new Refusal('gone', sentence`export.gone: The export is ${{ status }}; request another one.`, {
    headers: { link },
  })
}

/** Returns the refusal of a download; undefined if the export can be downloaded. */
const findRefusal = ({ status, progress, failure, expiresAt }: EvidenceExport, now: number): Refusal | undefined => {
  if (status === 'cancelled' || status === 'expired') return goneRefusal(status)
  if (status === 'failed')
    return new Refusal('unprocessable', sentence`export.failed: The export failed: ${{ why: failure?.message ?? '' }}`)
  const { filesDone, filesTotal } = progress
  if (status === 'preparing')
    return new Refusal(
      'unprocessable',
      sentence`export.preparing: The export is being prepared: ${{ filesDone }} of ${{ filesTotal }} files are read.`,
    )
  return expiresAt !== null && Date.parse(expiresAt) <= now ? goneRefusal('expired') : undefined
}

/** Serves the same bytes on any node, including ranges (RFC 9110 section 14); open points "Exports". */
export const downloadEvidenceExport = readEndpoint({
  name: 'downloadEvidenceExport',
  summary: 'Download an evidence bundle, or a range of its bytes',
  tag: 'Exports',
  ...surfaceOfExport('/content', 'read'),
  media,
  ranges: true,
  params: ExportParams,
  query: Type.Object({
    as: Type.Optional(Type.Enum(['zip'], { description: 'zip: the same bytes, named .zip instead of .asice.' })),
  }),
  response: Type.String({ format: 'binary' }),
  errors: ['not_found', 'unprocessable', 'gone', 'range_not_satisfiable', 'unavailable'],
  needs: ['blobs'],
  async run(call, { params, query, rangeHeaders = {} }) {
    const row = firstOrNotFound(await call.read(findExport, { id: params.exportId }), 'evidence export')
    const record = readRecord(EvidenceExport, row.record)
    const refusal = findRefusal(record, call.now)
    if (refusal) throw refusal
    return sendBundle(call, row, { rangeHeaders, extension: query.as ?? 'asice', read: call.read })
  },
})
