import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { DeadlineStep } from './steps.ts'

/** How the due date of a package was computed. */
export const SubmissionDeadline = Type.Object(
  {
    periodKey: Type.String({ description: 'The reporting period, or the occurrence and its filing.' }),
    periodEnd: Nullable(Type.String({ description: 'The last day of the reporting period.' })),
    occurrenceId: Nullable(Type.String()),
    filing: Nullable(Type.String({ description: "The filing of the sector's act." })),
    dueAt: {
      ...Timestamp,
      description: 'The computed due date: the last millisecond of a day, or the exact end of hours.',
    },
    timeZone: Type.String(),
    place: Nullable(Type.String({ description: 'The place whose public holidays counted; null if none could count.' })),
    holidayData: Nullable(Type.String({ description: 'The package and version with those holidays.' })),
    steps: Type.Array(DeadlineStep),
    computedAt: Timestamp,
    plannedFor: Nullable(
      Type.String({ format: 'date-time', description: 'The time for which its creation was planned.' }),
    ),
    createdLate: Type.Boolean({
      description: 'Whether it was created more than an hour later, such as after an outage.',
    }),
    adopted: Type.Boolean({ description: 'Whether a person had created the package of this period before.' }),
  },
  { title: 'SubmissionDeadline' },
)

export type SubmissionDeadline = Static<typeof SubmissionDeadline>

/** The record has lists, which `renderer` does not write. */
export const renderDeadline = (deadline: SubmissionDeadline): string => JSON.stringify(deadline)
