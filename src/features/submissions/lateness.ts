import { Type } from 'typebox'
import { Nullable } from '#http/schema.ts'
import { calendarDays } from '#lib/time-zone.ts'
import type { SubmissionPackage } from './package.ts'
import { ended } from './policy.ts'

/** Fields of a package in the workspace. */
export const Lateness = {
  late: Type.Boolean({ description: 'Whether it was first sent after it was due, or is due and not sent.' }),
  daysLeft: Nullable(
    Type.Integer({
      description:
        'Whole calendar days until it is due, in the time zone of the workspace: 0 within a day of the due date, negative later; null once sent, withdrawn or closed.',
    }),
  ),
}

/** A point in time, and the time zone in which calendar days are counted. */
export interface Today {
  readonly now: number
  readonly zone: string
}

/** Lateness depends on the time a package was first sent; a package that has ended is no longer due. */
export const lateness = (
  { dueAt, status }: Pick<SubmissionPackage, 'dueAt' | 'status'>,
  firstSubmittedAt: Date | null,
  { now, zone }: Today,
) => {
  const due = Date.parse(dueAt)
  if (firstSubmittedAt) return { late: firstSubmittedAt.getTime() > due, daysLeft: null }
  return { late: now > due, daysLeft: ended.includes(status) ? null : calendarDays(now, due, zone) }
}
