import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { Id, Line, Nullable, Reference, Snapshot } from '#http/schema.ts'
import { eventKinds, packageStatuses } from './policy.ts'

/** An event of a package (interface section 2.7, open points "Submissions"). It is recorded once and never changed. */
export const SubmissionEvent = Type.Object(
  {
    id: Id('subevt'),
    submissionPackageId: Reference('subpkg'),
    eventKind: Type.Enum([...eventKinds]),
    occurredAt: Type.String({ format: 'date-time', description: 'When the event happened, according to its source.' }),
    eventSnapshot: Snapshot('Detail for later auditors: recipient references, acknowledgement, delivery channel.'),
    reason: Type.String({ description: 'The source and purpose of the recording.' }),
    statusBefore: Nullable(
      Type.String({ description: 'The status of the package before the event; null if the event created it.' }),
    ),
    statusAfter: Type.Enum([...packageStatuses]),
    sourceEventKey: Nullable(Line(200, "The source's own identifier of the event, unique within the package forever.")),
    createdAt: Type.String({ format: 'date-time', description: 'When the event was logged.' }),
    selfDecided: Type.Optional(
      Type.Literal(true, {
        description: 'The event was recorded by a contributor to the package, which the workspace allows.',
      }),
    ),
  },
  { title: 'SubmissionEvent' },
)

export type SubmissionEvent = Static<typeof SubmissionEvent>

export const boundEvents = bound({
  table: 'submission_event',
  prefix: 'subevt',
  repeats: {
    package_id: ({ submissionPackageId }) => submissionPackageId,
    ...fieldsOf('id', 'eventKind', 'sourceEventKey'),
  },
})

const fields = Object.keys(SubmissionEvent.properties) as (keyof SubmissionEvent)[]

/** Renders exactly the fields of the schema, in schema order, with the snapshot unchanged. */
export const renderEvent = (event: SubmissionEvent): string =>
  JSON.stringify(Object.fromEntries(fields.map(name => [name, event[name]])))

export const exampleEvent: SubmissionEvent = {
  id: 'subevt_01JZ8Q4D3N6V0M2K5T7W9Y1B4G',
  submissionPackageId: 'subpkg_01JZ8Q4D3N6V0M2K5T7W9Y1B4E',
  eventKind: 'submitted',
  occurredAt: '2026-11-20T15:30:00.000Z',
  eventSnapshot: { channel: 'portal', reference: 'ACK-2026-004711' },
  reason: 'portal callback 004711',
  statusBefore: 'approved',
  statusAfter: 'submitted',
  sourceEventKey: 'portal-004711',
  createdAt: '2026-11-20T15:30:02.114Z',
}
