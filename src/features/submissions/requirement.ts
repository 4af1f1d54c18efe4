import { type Static, Type } from 'typebox'
import { family } from '#api/family.ts'
import { readRecord, renderer } from '#api/record.ts'
import { Id, Line, Reference, Timestamp } from '#api/schema.ts'
import { etagOf, versionField } from '#api/version.ts'
import { defaultPolicy, type Policy } from './policy.ts'

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
export type RequirementStatus = SubmissionRequirement['status']

export const renderRequirement = renderer(SubmissionRequirement)

// No `default` keywords: a change of one flag would set the others back.
const flag = (description: string) => Type.Optional(Type.Boolean({ description: `${description} Off by default.` }))

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
    requireReview: flag('No way from draft past the review.'),
    requireApproval: flag('No way to the recipient past the approval.'),
    requireOutcomeBeforeClose: flag('Closed only once it is accepted, rejected or withdrawn.'),
  },
  { additionalProperties: false },
)

/** What the audit trail keeps the digest of: the policy is no part of the public record. */
export const digested = (record: string, policy: Policy): string => `${record}${JSON.stringify(policy)}`

/** From each status, those that may follow (open points "Submissions"); archived is the end. */
export const requirementFlow: Readonly<Record<RequirementStatus, readonly RequirementStatus[]>> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active', 'archived'],
  archived: [],
}

/** The requirement with its event policy: what people see beyond section 2.5. */
export const WorkspaceRequirement = Type.Object(
  {
    ...SubmissionRequirement.properties,
    policy: Type.Required(PolicyInput),
    nextStatuses: Type.Array(SubmissionRequirement.properties.status, { description: 'What it can become now.' }),
    ...versionField,
  },
  { title: 'WorkspaceSubmissionRequirement' },
)

export const requirementTag = (record: string, policy: Policy): string => etagOf(digested(record, policy))

export const showRequirement = (record: string, policy: Policy): Static<typeof WorkspaceRequirement> => {
  const requirement = readRecord(SubmissionRequirement, record)
  const nextStatuses = [...requirementFlow[requirement.status]]
  return { ...requirement, policy, nextStatuses, etag: requirementTag(record, policy) }
}

export const RequirementParams = Type.Object({ requirementId: Reference('subreq') })

/** Interface section 4.3. */
export const requirementFamily = family({
  name: 'SubmissionRequirement',
  label: 'submission requirement',
  prefix: 'subreq',
  table: 'submission_requirement',
  plural: 'submissionRequirements',
  record: SubmissionRequirement,
  tag: 'Submissions',
  scope: 'governance.submissions:read',
  roles: [],
  filters: { status: { column: 'status', schema: Type.Enum([...requirementStatuses]) } },
  key: { name: 'requirementKey', column: 'requirement_key', schema: SubmissionRequirement.properties.requirementKey },
  list: { v1: '/governance/submissions/requirements' },
  detail: { v1: '/governance/submissions/requirements/{requirementId}' },
})
