import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { type DueDays, dueDateFrom } from './due-days.ts'
import type { FindingChange, StoredFinding } from './write-finding.ts'

/**
 * Returns the changes that reopen a finding. A resolved finding is a new occurrence: it gets a new due date, counts as
 * reported by the person who reopens it, and its earlier remediators may now close it. Any other finding keeps its due
 * date and contributors; otherwise reopening it would extend the due date and evade four eyes.
 */
export const reopeningChange = (
  { actor, now }: Pick<Change, 'actor' | 'now'>,
  { fields: { status, severity, ownerId } }: StoredFinding,
  days: DueDays,
): FindingChange => {
  const open = { status: 'open', acceptedUntil: null } as const
  if (status !== 'resolved') return { fields: open }
  return {
    fields: { ...open, openedAt: iso(now), dueAt: dueDateFrom(days, severity, now) },
    beside: { remediators: [], hands: [...principalsOf(actor), ...(ownerId === null ? [] : [ownerId])] },
  }
}
