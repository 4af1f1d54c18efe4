import type { Change } from '#api/call.ts'
import { principalsOf } from '#api/four-eyes.ts'
import { iso } from '#lib/clock.ts'
import { type DueDays, dueFrom } from './due-days.ts'
import type { Changed, FoundFinding } from './write-finding.ts'

/**
 * What opening a finding again changes. One that was resolved is a new occurrence: it is due anew,
 * reported by whoever opens it, and whoever remediated it then may close it now. Any other goes on where it was: else reopening would buy time, and eyes.
 */
export const reopened = (
  { actor, now }: Pick<Change, 'actor' | 'now'>,
  { fields: { status, severity, ownerId } }: FoundFinding,
  days: DueDays,
): Changed => {
  const open = { status: 'open', acceptedUntil: null } as const
  if (status !== 'resolved') return { fields: open }
  return {
    fields: { ...open, openedAt: iso(now), dueAt: dueFrom(days, severity, now) },
    beside: { remediators: [], hands: [...principalsOf(actor), ...(ownerId === null ? [] : [ownerId])] },
  }
}
