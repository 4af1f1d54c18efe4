import type { Change } from '#http/call.ts'
import { type DueDays, dueDateFrom } from './due-days.ts'
import { type Finding, highest, isDecided, isHigher } from './finding.ts'
import { reopeningChange } from './reopening.ts'
import type { Wording } from './scan-groups.ts'
import { changeFinding, type FindingChange, knownSeverity, type StoredFinding } from './write-finding.ts'

/** The statuses from which a finding reopens when its source reports it. */
const reopenedStatuses: ReadonlySet<Finding['status']> = new Set(['remediated', 'resolved'])

/** A source's report of a known finding. */
export interface Report {
  readonly severity: Finding['severity']
  /** The category for a finding that had none. */
  readonly category?: string | undefined
  /** A wording reported under the fingerprint that differs completely from all earlier ones. */
  readonly unseen?: Wording | undefined
}

interface ReportOutcome {
  readonly reopened: boolean
  readonly returned: boolean
  /** The rendered record after the report. */
  readonly record: string
}

/**
 * Returns the change of severity if it differs from the one that the source reported last. Otherwise, a severity set by
 * people stays.
 */
const severityChange = (
  { fields, beside }: StoredFinding,
  severity: Finding['severity'],
  days: DueDays,
): FindingChange => {
  if (severity === beside.reportedSeverity) return { fields: {} }
  const differs = severity !== fields.severity
  return {
    fields: differs ? { severity, dueAt: dueDateFrom(days, severity, Date.parse(fields.openedAt)) } : {},
    beside: { reportedSeverity: severity },
  }
}

/** Returns why a decision by people does not cover the report; undefined if it does. */
const reasonToReopen = (finding: StoredFinding, { severity, unseen }: Report): string | undefined => {
  const { fields } = finding
  if (!isDecided(fields)) return undefined
  const decidedSeverity = fields.decidedSeverity
    ? highest(fields.decidedSeverity, fields.severity)
    : knownSeverity(finding)
  if (isHigher(severity, decidedSeverity))
    return `its source reports ${severity}; it was ${fields.status} at ${decidedSeverity}`
  return unseen && `its source reports something else under its fingerprint: ${unseen.title}`
}

/** Returns the change that reopens a finding, and the reason for it. */
const findReopening = (
  change: Change,
  finding: StoredFinding,
  reason: string | undefined,
  days: DueDays,
): { readonly changed: FindingChange; readonly why: string; readonly isDecision: boolean } | undefined => {
  const { fields } = finding
  // People have not seen this severity or result before, so its due date counts from now.
  if (reason !== undefined)
    return {
      changed: {
        fields: { status: 'open', acceptedUntil: null, dueAt: dueDateFrom(days, fields.severity, change.now) },
      },
      ...{ why: reason, isDecision: true },
    }
  if (!reopenedStatuses.has(fields.status)) return undefined
  return { changed: reopeningChange(change, finding, days), why: 'seen by its source', isDecision: false }
}

/** Applies a source's report to a known finding. Writes nothing if nothing changes. */
export const applyReport = (change: Change, finding: StoredFinding, report: Report, days: DueDays): ReportOutcome => {
  const rating = severityChange(finding, report.severity, days)
  const category = report.category === undefined ? {} : { sourceCategory: report.category }
  const current = { ...finding, fields: { ...finding.fields, ...rating.fields } }
  const reason = reasonToReopen(finding, report)
  const reopening = findReopening(change, current, reason, days)
  if (!reopening && !rating.beside && report.category === undefined)
    return { reopened: false, returned: false, record: finding.record }
  const changed = {
    fields: { ...category, ...rating.fields, ...reopening?.changed.fields },
    beside: { ...rating.beside, ...reopening?.changed.beside },
  }
  const updateDetail = report.category === undefined ? 'seen by its source' : `takes the category ${report.category}`
  const auditDetail = {
    action: reopening ? 'finding.reopen' : 'finding.update',
    detail: reopening?.why ?? updateDetail,
  }
  const record = changeFinding(change, finding, changed, auditDetail)
  return { reopened: reopening?.isDecision === false, returned: reopening?.isDecision === true, record }
}
