import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { family } from '#api/family.ts'
import type { Following } from '#api/next-status.ts'
import { records } from '#api/records.ts'
import { Id, Line, Reference, Timestamp } from '#api/schema.ts'
import { view } from '#api/view.ts'
import { flag, number } from '#db/statement.ts'
import { defaultPolicy } from './policy.ts'

const requirementStatuses = ['draft', 'active', 'retired', 'archived'] as const

/** What a submission is (open points "Submissions"). */
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

/** Submission requirement (interface section 2.5): what has to be submitted. */
export const SubmissionRequirement = Type.Object(
  {
    id: Id('subreq'),
    requirementKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    submissionKind: Type.Enum([...submissionKinds]),
    status: Type.Enum([...requirementStatuses]),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SubmissionRequirement' },
)

export type SubmissionRequirement = Static<typeof SubmissionRequirement>

// No `default` keywords: a change of one flag would set the others back.
const rule = (description: string) => Type.Optional(Type.Boolean({ description: `${description} Off by default.` }))

/** Flags of the event policy, each with its default. */
export const PolicyInput = Type.Object(
  {
    receiptsRequired: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 4,
        description: `Receipts until a package is accepted, earlier ones acknowledge it; ${defaultPolicy.receiptsRequired} by default.`,
      }),
    ),
    requireReview: rule('No way from draft past the review.'),
    requireApproval: rule('No way to the recipient past the approval.'),
    requireOutcomeBeforeClose: rule('Closed only once it is accepted, rejected or withdrawn.'),
  },
  { additionalProperties: false },
)

/** From each status, those that may follow (open points "Submissions"); archived is the end. */
export const requirementFlow: Following<SubmissionRequirement['status']> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active', 'archived'],
  archived: [],
}

export const RequirementParams = Type.Object({ requirementId: Reference('subreq') })

/** Interface section 4.3. */
export const requirements = family({
  name: 'SubmissionRequirement',
  label: 'submission requirement',
  prefix: 'subreq',
  table: 'submission_requirement',
  plural: 'submissionRequirements',
  record: SubmissionRequirement,
  columns: ['requirementKey', 'status', 'submissionKind'],
  beside: { receiptsRequired: number, requireReview: flag, requireApproval: flag, requireOutcomeBeforeClose: flag },
  key: 'requirementKey',
  filters: ['status'],
  tag: 'Submissions',
  scope: 'governance.submissions:read',
  roles: [...roles],
  list: { v1: '/governance/submissions/requirements' },
  detail: { v1: '/governance/submissions/requirements/{requirementId}' },
  choices: [{ kind: 'submission_requirement' }],
})

export const requirementRecords = records(requirements)

/** The requirement with its event policy: what people see beyond section 2.5. */
export const requirementView = view(requirements, requirementRecords, {
  with: 'event policy',
  fields: {
    policy: Type.Required(PolicyInput),
    nextStatuses: Type.Array(SubmissionRequirement.properties.status, { description: 'What it can become now.' }),
  },
  of: ({ fields, beside }) => ({ policy: beside, nextStatuses: [...requirementFlow[fields.status]] }),
  list: '/submission-requirements',
})
