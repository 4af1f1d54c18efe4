import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { Id, Line, Nullable, Reference, Snapshot } from '#http/schema.ts'
import { eventKinds, packageStatuses } from './policy.ts'

/** An event of a package (interface section 2.7, open points "Submissions"): recorded once, never changed. */
export const SubmissionEvent = Type.Object(
  {
    id: Id('subevt'),
    submissionPackageId: Reference('subpkg'),
    eventKind: Type.Enum([...eventKinds]),
    occurredAt: Type.String({ format: 'date-time', description: 'When it happened, according to its source.' }),
    eventSnapshot: Snapshot('Detail for later auditors: recipient references, acknowledgement, delivery channel.'),
    reason: Type.String({ description: 'Source and intent of the recording.' }),
    statusBefore: Nullable(Type.String({ description: 'Status of the package; null before it was created.' })),
    statusAfter: Type.Enum([...packageStatuses]),
    sourceEventKey: Nullable(Line(200, "The source's own identifier of the event: unique within the package forever.")),
    createdAt: Type.String({ format: 'date-time', description: 'When it was logged.' }),
    selfDecided: Type.Optional(
      Type.Literal(true, {
        description: 'Recorded by a person who had a hand in the package, as the workspace had allowed.',
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

/** Exactly the fields of the schema, in its order; the snapshot unchanged. */
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
