import { Type } from 'typebox'
import { Nullable } from '#api/schema.ts'
import { calendarDays } from '#lib/time-zone.ts'
import type { SubmissionPackage } from './package.ts'
import { ended } from './policy.ts'

/** Fields of a package as people see it. */
export const Lateness = {
  late: Type.Boolean({ description: 'First sent after it was due, or due and not sent.' }),
  daysLeft: Nullable(
    Type.Integer({
      description:
        'Whole calendar days until it is due, in the time zone of the workspace, negative after and 0 within a day; null once sent, withdrawn or closed.',
    }),
  ),
}

/** A point in time, and the time zone whose calendar days are counted. */
export interface Today {
  readonly now: number
  readonly zone: string
}

/** Lateness depends on when a package was first sent; a package that has ended is no longer due. */
export const lateness = (
  { dueAt, status }: Pick<SubmissionPackage, 'dueAt' | 'status'>,
  firstSubmittedAt: Date | null,
  { now, zone }: Today,
) => {
  const due = Date.parse(dueAt)
  if (firstSubmittedAt) return { late: firstSubmittedAt.getTime() > due, daysLeft: null }
  return { late: now > due, daysLeft: ended.includes(status) ? null : calendarDays(now, due, zone) }
}
