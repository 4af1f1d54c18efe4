import { iso } from '#lib/clock.ts'
import { type DueDays, dueFrom } from './due-days.ts'
import type { Changed, FoundFinding } from './write-finding.ts'

/**
 * What opening a finding again changes. One that was resolved is a new occurrence: it is due anew, and whoever
 * remediated it then may close it now. Any other goes on where it was: else reopening would buy time, and eyes.
 */
export const reopened = ({ fields: { status, severity } }: FoundFinding, now: number, days: DueDays): Changed => {
  const open = { status: 'open', acceptedUntil: null } as const
  if (status !== 'resolved') return { fields: open }
  return {
    fields: { ...open, openedAt: iso(now), dueAt: dueFrom(days, severity, now) },
    beside: { remediators: [] },
  }
}
