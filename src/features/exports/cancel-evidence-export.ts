import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { EvidenceExport, ExportParams, exportFlow, renderExport, surfaceOfExport } from './export.ts'
import { lockExport, updateExport } from './queries.ts'

/** A job removes the files that were made for the export. */
export const cancelEvidenceExport = changeEndpoint({
  name: 'cancelEvidenceExport',
  summary: 'Cancel an evidence export and stop preparing or serving it',
  tag: 'Exports',
  method: 'POST',
  ...surfaceOfExport('/cancel', 'write'),
  status: 200,
  action: 'evidence.export.cancel',
  params: ExportParams,
  response: EvidenceExport,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { exportId: id } }) {
    const row = firstOrNotFound(await change.tx.query(lockExport, { id }), 'evidence export')
    const status = statusAfter(exportFlow, row.status, 'cancel')
    if (!status)
      throw new Refusal(
        'unprocessable',
        sentence`export.not_cancellable: The export is ${{ status: row.status }}; only one that is preparing or ready can be cancelled.`,
      )
    const current = readRecord(EvidenceExport, row.record)
    const record = renderExport({ ...current, status, expiresAt: null, updatedAt: iso(change.now) })
    change.tx.write(updateExport, { id, status, record, expiresAt: null })
    change.audit(id, { before: row.record, after: record })
    return new Rendered(record)
  },
})
