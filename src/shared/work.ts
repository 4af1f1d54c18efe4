import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { workKinds } from './work-source.ts'

/** A record that needs a person to act. */
export const Work = Type.Object(
  {
    kind: Type.Enum([...workKinds], { description: 'The kind of work.' }),
    id: Type.String({ description: 'The id of the record.' }),
    key: Nullable(Type.String({ description: 'The key of the record in the workspace; null if it has none.' })),
    title: Type.String(),
    status: Type.String({ description: 'The status of the record.' }),
    dueAt: Nullable(Timestamp),
    waitingSince: Nullable(Timestamp),
    late: Type.Boolean({ description: 'Whether the record is past its due date, or a requirement has no proof.' }),
    daysLeft: Nullable(
      Type.Integer({
        description:
          "Whole calendar days until the due date, in the workspace's time zone: 0 on the last day, negative later; null without a due date.",
      }),
    ),
    open: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Clauses without an answer, or requests of guests; null for everything else.',
      }),
    ),
    onBehalfOf: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
      description: 'The absent person for whom the record waits, if the caller is their deputy; otherwise null.',
    }),
  },
  { title: 'Work' },
)

export type Work = Static<typeof Work>

/** The due dates by which work can be filtered. */
export const workDues = ['late', 'week'] as const

export type WorkDue = (typeof workDues)[number]
