import type { Change } from '#api/call.ts'
import { type DueDays, dueFrom } from './due-days.ts'
import type { Finding } from './finding.ts'
import { reopened } from './reopened.ts'
import { type Changed, changeFinding, type FoundFinding } from './write-finding.ts'

/** A finding in these comes back when its source sees it; what people accepted or invalidated stays as they decided. */
const comesBack: ReadonlySet<Finding['status']> = new Set(['remediated', 'resolved'])

interface Seen {
  readonly reopened: boolean
  /** The record afterwards, rendered. */
  readonly record: string
}

/** A severity that differs from what the source said before; what people made of it stays until then. */
const rated = ({ fields, beside }: FoundFinding, severity: Finding['severity'], days: DueDays): Changed | undefined => {
  if (severity === beside.reportedSeverity) return undefined
  const differs = severity !== fields.severity
  return {
    fields: differs ? { severity, dueAt: dueFrom(days, severity, Date.parse(fields.openedAt)) } : {},
    beside: { reportedSeverity: severity },
  }
}

/** A source sees a finding that is there. Nothing is written where that changes nothing. */
export const seeAgain = (change: Change, found: FoundFinding, severity: Finding['severity'], days: DueDays): Seen => {
  const rating = rated(found, severity, days)
  const isBack = comesBack.has(found.fields.status)
  if (!isBack && !rating) return { reopened: false, record: found.record }
  const current = { ...found, fields: { ...found.fields, ...rating?.fields } }
  const back: Changed = isBack ? reopened(current, change.now, days) : { fields: {} }
  const changed = { fields: { ...rating?.fields, ...back.fields }, beside: { ...rating?.beside, ...back.beside } }
  const action = isBack ? 'finding.reopen' : 'finding.update'
  return { reopened: isBack, record: changeFinding(change, found, changed, { action, detail: 'seen by its source' }) }
}
