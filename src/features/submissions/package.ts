import { type Static, Type } from 'typebox'
import { moment, readAsIs, sorted } from '#family/bound.ts'
import { family } from '#family/family.ts'
import { roles } from '#http/access.ts'
import { event } from '#http/event.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { packageStatuses } from './policy.ts'
import { exampleEvent, SubmissionEvent } from './submission-event.ts'

/** A submission package (interface section 2.6): one filing for a requirement. */
export const SubmissionPackage = Type.Object(
  {
    id: Id('subpkg'),
    submissionRequirementId: Reference('subreq'),
    packageKey: Line(200),
    title: Line(500),
    status: Type.Enum([...packageStatuses]),
    dueAt: Timestamp,
    submittedAt: Nullable(
      Type.String({ format: 'date-time', description: 'When the package was last sent, according to the sender.' }),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SubmissionPackage' },
)

export type SubmissionPackage = Static<typeof SubmissionPackage>

export const renderPackage = renderer(SubmissionPackage)

export const PackageParams = Type.Object({ packageId: Reference('subpkg') })

const example: SubmissionPackage = {
  id: 'subpkg_01JZ8Q4D3N6V0M2K5T7W9Y1B4E',
  submissionRequirementId: 'subreq_01JZ8Q4D3N6V0M2K5T7W9Y1B4F',
  packageKey: 'ROI-2026',
  title: '2026 register of information',
  status: 'submitted',
  dueAt: '2026-12-31T00:00:00.000Z',
  submittedAt: '2026-11-20T15:30:00.000Z',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-11-20T15:30:02.114Z',
}

const scope = 'governance.submissions:read'

/** See interface section 6.3. */
export const packageEvents = {
  recorded: event({
    type: 'submission.package.event_recorded',
    description: 'An event was recorded against a package.',
    scope,
    data: Type.Object({ submissionPackage: SubmissionPackage, submissionEvent: SubmissionEvent }),
    example: { submissionPackage: example, submissionEvent: exampleEvent },
  }),
  statusChanged: event({
    type: 'submission.package.status_changed',
    description: 'The status of a package changed.',
    scope,
    data: Type.Object({ submissionPackage: SubmissionPackage }),
    example: { submissionPackage: example },
  }),
}

/** See interface section 4.3. */
export const packages = family({
  name: 'SubmissionPackage',
  label: 'submission package',
  prefix: 'subpkg',
  table: 'submission_package',
  plural: 'submissionPackages',
  record: SubmissionPackage,
  tag: 'Submissions',
  scope,
  roles: [],
  columns: ['submissionRequirementId', 'packageKey', 'status', 'dueAt'],
  content: {
    approvers: sorted,
    firstSubmittedAt: moment,
    loggedAt: moment,
    makers: sorted,
    receipts: readAsIs,
    reviewers: sorted,
  },
  sorts: ['packageKey', 'title', 'status', 'dueAt'],
  filters: ['submissionRequirementId', 'status'],
  list: { v1: '/governance/submissions/packages' },
  detail: { v1: '/governance/submissions/packages/{packageId}' },
  choices: [{ kind: 'submission_package', key: 'packageKey', roles: [...roles] }],
  comments: true,
})
