import type { Change } from '#http/call.ts'
import { type DueDays, dueFrom } from './due-days.ts'
import { type Finding, highest, isDecided, isHigher } from './finding.ts'
import { reopened } from './reopened.ts'
import type { Wording } from './scan-groups.ts'
import { changeFinding, type FindingChange, type FoundFinding, knownSeverity } from './write-finding.ts'

/** The statuses from which a finding reopens when its source reports it. */
const comesBack: ReadonlySet<Finding['status']> = new Set(['remediated', 'resolved'])

/** A source's report of a known finding. */
export interface Report {
  readonly severity: Finding['severity']
  /** The category for a finding that had none. */
  readonly category?: string | undefined
  /** A wording reported under the fingerprint that differs completely from all earlier ones. */
  readonly unseen?: Wording | undefined
}

interface Seen {
  readonly reopened: boolean
  readonly returned: boolean
  /** The rendered record after the report. */
  readonly record: string
}

/**
 * Returns the change of severity if it differs from the one that the source reported last. Otherwise, a severity set by
 * people stays.
 */
const rated = ({ fields, beside }: FoundFinding, severity: Finding['severity'], days: DueDays): FindingChange => {
  if (severity === beside.reportedSeverity) return { fields: {} }
  const differs = severity !== fields.severity
  return {
    fields: differs ? { severity, dueAt: dueFrom(days, severity, Date.parse(fields.openedAt)) } : {},
    beside: { reportedSeverity: severity },
  }
}

/** Returns why a decision by people does not cover the report; undefined if it does. */
const beyondDecision = (found: FoundFinding, { severity, unseen }: Report): string | undefined => {
  const { fields } = found
  if (!isDecided(fields)) return undefined
  const decided = fields.decidedSeverity ? highest(fields.decidedSeverity, fields.severity) : knownSeverity(found)
  if (isHigher(severity, decided)) return `its source reports ${severity}; it was ${fields.status} at ${decided}`
  return unseen && `its source reports something else under its fingerprint: ${unseen.title}`
}

/** Returns the change that reopens a finding, and the reason for it. */
const broughtBack = (
  change: Change,
  found: FoundFinding,
  beyond: string | undefined,
  days: DueDays,
): { readonly changed: FindingChange; readonly why: string; readonly isDecision: boolean } | undefined => {
  const { fields } = found
  // People have not seen this severity or result before, so its due date counts from now.
  if (beyond !== undefined)
    return {
      changed: { fields: { status: 'open', acceptedUntil: null, dueAt: dueFrom(days, fields.severity, change.now) } },
      ...{ why: beyond, isDecision: true },
    }
  if (!comesBack.has(fields.status)) return undefined
  return { changed: reopened(change, found, days), why: 'seen by its source', isDecision: false }
}

/** Applies a source's report to a known finding. Writes nothing if nothing changes. */
export const seeAgain = (change: Change, found: FoundFinding, report: Report, days: DueDays): Seen => {
  const rating = rated(found, report.severity, days)
  const category = report.category === undefined ? {} : { sourceCategory: report.category }
  const current = { ...found, fields: { ...found.fields, ...rating.fields } }
  const beyond = beyondDecision(found, report)
  const back = broughtBack(change, current, beyond, days)
  if (!back && !rating.beside && report.category === undefined)
    return { reopened: false, returned: false, record: found.record }
  const changed = {
    fields: { ...category, ...rating.fields, ...back?.changed.fields },
    beside: { ...rating.beside, ...back?.changed.beside },
  }
  const taken = report.category === undefined ? 'seen by its source' : `takes the category ${report.category}`
  const said = { action: back ? 'finding.reopen' : 'finding.update', detail: back?.why ?? taken }
  const record = changeFinding(change, found, changed, said)
  return { reopened: back?.isDecision === false, returned: back?.isDecision === true, record }
}
