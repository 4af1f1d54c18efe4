import { Type } from 'typebox'
import { Nullable } from '#api/schema.ts'
import { day } from '#lib/clock.ts'
import type { SubmissionPackage } from './package.ts'
import { ended } from './policy.ts'

/** Fields of a package as people see it. */
export const Lateness = {
  late: Type.Boolean({ description: 'First sent after it was due, or due and not sent.' }),
  daysLeft: Nullable(
    Type.Integer({ description: 'Whole days until it is due, negative after; null once sent, withdrawn or closed.' }),
  ),
}

/** What is late is judged by the first time that a package was sent; what ended is not awaited any more. */
export const lateness = (
  { dueAt, status }: Pick<SubmissionPackage, 'dueAt' | 'status'>,
  firstSubmittedAt: Date | null,
  now: number,
) => {
  const due = Date.parse(dueAt)
  if (firstSubmittedAt) return { late: firstSubmittedAt.getTime() > due, daysLeft: null }
  return { late: now > due, daysLeft: ended.includes(status) ? null : Math.floor((due - now) / day) }
}
