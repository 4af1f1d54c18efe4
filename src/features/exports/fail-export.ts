import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { EvidenceExport, exportEvents, exportFlow, renderExport } from './export.ts'
import { type ExportRow, updateExport } from './queries.ts'

/** Ends a locked export as failed and emits the event. */
export const failExport = (
  change: Change,
  row: Pick<ExportRow, 'id' | 'record'>,
  failure: NonNullable<EvidenceExport['failure']>,
): void => {
  const { status } = { status: exportFlow.fail.to }
  const current = readRecord(EvidenceExport, row.record)
  const record = renderExport({ ...current, status, failure, expiresAt: null, updatedAt: iso(change.now) })
  change.tx.write(updateExport, { id: row.id, status, record, expiresAt: null })
  change.emit(exportEvents.failed, { evidenceExport: record })
  change.audit(row.id, { before: row.record, after: record })
}
