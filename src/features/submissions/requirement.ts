import { type Static, Type } from 'typebox'
import { flag, nullable, number, text } from '#db/statement.ts'
import { family } from '#family/family.ts'
import type { Following } from '#family/next-status.ts'
import { records } from '#family/records.ts'
import { view } from '#family/view.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Reference, Timestamp } from '#http/schema.ts'
import { defaultPolicy, type ReceiptPolicy } from './policy.ts'
import { NullableSchedule, readSchedule } from './schedules/schedule.ts'

const requirementStatuses = ['draft', 'active', 'retired', 'archived'] as const

/** The kinds of submissions (open points "Submissions"). */
const submissionKinds = [
  'regulatory_return',
  'incident_notification',
  'register_filing',
  'licence_application',
  'licence_renewal',
  'change_notification',
  'attestation',
  'audit_response',
  'information_request_response',
  'disclosure',
  'other',
] as const

/** A submission requirement (interface section 2.5): a filing that is required. */
export const SubmissionRequirement = Type.Object(
  {
    id: Id('subreq'),
    requirementKey: Line(200, 'A key that the workspace defines.'),
    title: Line(500),
    submissionKind: Type.Enum([...submissionKinds]),
    status: Type.Enum([...requirementStatuses]),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SubmissionRequirement' },
)

export type SubmissionRequirement = Static<typeof SubmissionRequirement>

// No `default` keywords, because a change of one flag would reset the others.
const Rule = (description: string) => Type.Optional(Type.Boolean({ description: `${description} Off by default.` }))

/** The flags of the event policy, each with its default. */
export const ReceiptPolicyInput = Type.Object(
  {
    receiptsRequired: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 4,
        description: `The number of receipts after which a package is accepted; earlier receipts acknowledge it. ${defaultPolicy.receiptsRequired} by default.`,
      }),
    ),
    requireReview: Rule('A draft must be reviewed.'),
    requireApproval: Rule('A package must be approved before it is sent.'),
    requireOutcomeBeforeClose: Rule('A package can only be closed once it is accepted, rejected or withdrawn.'),
  },
  { additionalProperties: false },
)

/** The statuses that may follow each status (open points "Submissions"); archived is final. */
export const submissionRequirementFlow: Following<SubmissionRequirement['status']> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active', 'archived'],
  archived: [],
}

export const RequirementParams = Type.Object({ requirementId: Reference('subreq') })

/** See interface section 4.3. */
export const submissionRequirementFamily = family({
  name: 'SubmissionRequirement',
  label: 'submission requirement',
  prefix: 'subreq',
  table: 'submission_requirement',
  plural: 'submissionRequirements',
  record: SubmissionRequirement,
  columns: ['requirementKey', 'status', 'submissionKind'],
  beside: {
    ...{ receiptsRequired: number, requireReview: flag, requireApproval: flag, requireOutcomeBeforeClose: flag },
    schedule: nullable(text),
  },
  // Absent without a schedule, as in rows from before schedules existed.
  content: { schedule: value => value ?? undefined },
  key: 'requirementKey',
  sorts: ['requirementKey', 'title', 'status', 'updatedAt'],
  filters: ['status'],
  tag: 'Submissions',
  scope: 'governance.submissions:read',
  roles: [...roles],
  list: { v1: '/governance/submissions/requirements' },
  detail: { v1: '/governance/submissions/requirements/{requirementId}' },
  choices: [{ kind: 'submission_requirement' }],
  comments: true,
})

export const submissionRequirementRecords = records(submissionRequirementFamily)

/** The content of a requirement for audit rows. */
export const submissionRequirementContent = ({
  schedule,
  ...policy
}: ReceiptPolicy & { readonly schedule: string | null }) => ({
  ...policy,
  ...(schedule !== null && { schedule }),
})

/** The workspace's view of a requirement, which adds fields to those of section 2.5, such as the event policy. */
export const submissionRequirementView = view(submissionRequirementFamily, submissionRequirementRecords, {
  with: 'event policy and schedule',
  fields: {
    policy: Type.Required(ReceiptPolicyInput),
    schedule: NullableSchedule,
    nextStatuses: Type.Array(SubmissionRequirement.properties.status, {
      description: 'The statuses to which the requirement can change now.',
    }),
  },
  of: ({ fields, beside: { schedule, ...policy } }) => ({
    policy,
    schedule: readSchedule(schedule),
    nextStatuses: [...submissionRequirementFlow[fields.status]],
  }),
  list: '/submission-requirements',
})
