import { Type } from 'typebox'
import { Nullable } from '#http/schema.ts'
import { calendarDays } from '#lib/time-zone.ts'
import type { SubmissionPackage } from './package.ts'
import { endedStatuses } from './policy.ts'

/** The fields of a package that show whether it is on time. */
export const Lateness = {
  late: Type.Boolean({
    description: 'Whether the package was first sent after it was due, or is overdue and not sent.',
  }),
  daysLeft: Nullable(
    Type.Integer({
      description:
        "Whole calendar days until the package is due, in the workspace's time zone: 0 within a day of the due date, negative later; null once sent, withdrawn or closed.",
    }),
  ),
}

/** A point in time, and the time zone in which calendar days are counted. */
export interface Today {
  readonly now: number
  readonly zone: string
}

/**
 * Computes whether a package is on time. This depends on when it was first sent; a package that has ended is no longer
 * due.
 */
export const computeLateness = (
  { dueAt, status }: Pick<SubmissionPackage, 'dueAt' | 'status'>,
  firstSubmittedAt: Date | null,
  { now, zone }: Today,
) => {
  const due = Date.parse(dueAt)
  if (firstSubmittedAt) return { late: firstSubmittedAt.getTime() > due, daysLeft: null }
  return { late: now > due, daysLeft: endedStatuses.includes(status) ? null : calendarDays(now, due, zone) }
}
