import { type Static, Type } from 'typebox'
import { sorted } from '#family/bound.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { event } from '#http/event.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import type { Flow } from '#lib/flow.ts'

const assessmentStatuses = ['planned', 'in_progress', 'in_review', 'completed', 'cancelled'] as const

/** An examination of a framework over a period, clause by clause. */
export const Assessment = Type.Object(
  {
    id: Id('gas'),
    assessmentKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum([...assessmentStatuses]),
    frameworkId: Reference('gfw'),
    frameworkVersion: Nullable(Line(200, 'The edition of the framework when the assessment was completed.')),
    periodFrom: Timestamp,
    periodUntil: Timestamp,
    assessorId: Nullable(Reference('prs')),
    assigneeIds: Type.Array(Reference('prs'), {
      maxItems: 20,
      uniqueItems: true,
      description: 'People other than the assessor who answer clauses.',
    }),
    dueAt: Nullable(Timestamp),
    external: Type.Optional(
      Type.Boolean({
        description: 'Whether external auditors take part, invited to a room of the assessment.',
      }),
    ),
    completedAt: Nullable(Timestamp),
    completedBy: Nullable(Reference('prs')),
    digest: Nullable(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description:
          'SHA-256, hexadecimal, of the RFC 8785 JSON of `{answers, assessment}` at completion: the answers in list ' +
          'order, and this record without the digest.',
      }),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Assessment' },
)

export type Assessment = Static<typeof Assessment>

/** The moves of an assessment. `completed` and `cancelled` are final. */
export const assessmentFlow = {
  start: { from: ['planned'], to: 'in_progress' },
  submit: { from: ['in_progress'], to: 'in_review' },
  return: { from: ['in_review'], to: 'in_progress' },
  complete: { from: ['in_review'], to: 'completed' },
  cancel: { from: ['planned', 'in_progress', 'in_review'], to: 'cancelled' },
} as const satisfies Flow<Assessment['status'], string>

export type Move = keyof typeof assessmentFlow

const scope = 'governance.assessments:read'

const example: Assessment = {
  id: 'gas_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
  assessmentKey: 'ISO27001-2026',
  title: 'Internal audit 2026',
  description: '',
  status: 'completed',
  frameworkId: 'gfw_01JZ8Q4D3N6V0M2K5T7W9Y1B4D',
  frameworkVersion: '2022',
  periodFrom: '2026-01-01T00:00:00.000Z',
  periodUntil: '2026-12-31T00:00:00.000Z',
  assessorId: 'prs_01JZ8Q4D3N6V0M2K5T7W9Y1B4E',
  assigneeIds: [],
  dueAt: '2026-11-30T00:00:00.000Z',
  completedAt: '2026-11-20T15:30:02.114Z',
  completedBy: 'prs_01JZ8Q4D3N6V0M2K5T7W9Y1B4F',
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-11-20T15:30:02.114Z',
}

const assessmentEvent = (change: string, description: string) =>
  event({
    type: `assessment.${change}`,
    description,
    scope,
    data: Type.Object({ assessment: Assessment }),
    example: { assessment: example },
  })

/** The events of an assessment (interface section 6.3). */
export const assessmentEvents = {
  completed: assessmentEvent('completed', 'An assessment was completed, and its results are available.'),
  statusChanged: assessmentEvent('status_changed', 'The status of an assessment changed.'),
}

/** See the open points, "Other governance families". */
export const assessments = family({
  name: 'Assessment',
  label: 'assessment',
  prefix: 'gas',
  table: 'assessment',
  plural: 'assessments',
  record: Assessment,
  columns: ['assessmentKey', 'status', 'frameworkId', 'assessorId', 'dueAt'],
  content: { hands: sorted },
  key: 'assessmentKey',
  sorts: ['assessmentKey', 'title', 'status', 'dueAt', 'assessor'],
  filters: ['status', 'frameworkId'],
  tag: 'Assessments',
  scope,
  roles: [...roles],
  list: { v1: '/governance/assessments' },
  detail: { v1: '/governance/assessments/{assessmentId}' },
  choices: [{ kind: 'assessment' }],
  comments: true,
})

export const assessmentRecords = records(assessments)

export const AssessmentParams = Type.Object({ assessmentId: Reference('gas') })
