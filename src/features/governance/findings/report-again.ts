import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { applyReport } from './apply-report.ts'
import type { DueDays } from './due-days.ts'
import { findingRecords } from './finding.ts'
import { matchResults } from './match-results.ts'
import { lockFindings } from './queries.ts'
import type { ScanResult } from './scan-body.ts'
import { groupResults } from './scan-groups.ts'
import { findKnownFingerprints, recordReported } from './scan-queries.ts'
import { findUnseen, keepWordings } from './wordings.ts'

interface SingleReport {
  readonly source: string
  readonly result: ScanResult
}

/**
 * Applies a single report to the finding that has its fingerprint, in any category. Returns the record, or undefined if
 * no finding matches. Throws a 404 if the caller does not see the finding's unit.
 */
export const reportAgain = async (
  change: Change,
  { source, result }: SingleReport,
  days: DueDays,
): Promise<string | undefined> => {
  const { tx } = change
  const fingerprint = result.sourceFingerprint
  const knownFingerprints = await tx.query(findKnownFingerprints, { source, names: [fingerprint] })
  const groups = groupResults([result])
  const { matches } = matchResults({
    groups,
    untouched: [],
    category: '',
    knownFingerprints,
    findingsOfOtherParts: new Set(),
  })
  const match = matches.get(fingerprint)
  if (!match) return undefined
  const finding = findingRecords.read(
    firstOrNotFound(await tx.query(lockFindings, { ids: [match.findingId] }), 'finding'),
  )
  const wordings = groups.get(fingerprint)?.wordings ?? []
  const { unseen, rows } = await findUnseen(change, [{ finding, wordings }])
  keepWordings(change, rows)
  tx.write(recordReported, { source, scanId: '', ids: [finding.id] })
  const outcome = applyReport(change, finding, { severity: result.severity, unseen: unseen.get(finding.id) }, days)
  if (outcome.record === finding.record) change.audit(finding.id, { detail: 'a repeat of its source' })
  return outcome.record
}
