import type { Change } from '#http/call.ts'
import { notify } from '#http/notify.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { EvidenceExport, exportEvents, exportFlow, renderExport } from './export.ts'
import { type ExportRow, updateExport } from './queries.ts'

/** Ends a locked export as failed, emits the event and notifies the person who requested it. */
export const failExport = (
  change: Change,
  row: Pick<ExportRow, 'id' | 'record' | 'requested_by'>,
  failure: NonNullable<EvidenceExport['failure']>,
): void => {
  const { status } = { status: exportFlow.fail.to }
  const current = readRecord(EvidenceExport, row.record)
  const record = renderExport({ ...current, status, failure, expiresAt: null, updatedAt: iso(change.now) })
  change.tx.write(updateExport, { id: row.id, status, record, expiresAt: null })
  const { requested_by: personId } = row
  if (personId !== null) notify(change, { kind: 'export_failed', personId, recordId: row.id })
  change.emit(exportEvents.failed, { evidenceExport: record })
  change.audit(row.id, { before: row.record, after: record })
}
