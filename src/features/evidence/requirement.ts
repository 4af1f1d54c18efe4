import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { event } from '#api/event.ts'
import { family } from '#api/family.ts'
import { readRecord, renderer } from '#api/record.ts'
import { Id, Line, Nullable, Timestamp } from '#api/schema.ts'
import { etagOf, versionField } from '#api/version.ts'

const requirementStatuses = ['draft', 'active', 'retired'] as const

/** Evidence requirement (interface section 2.1): what proof must be collected. */
export const Requirement = Type.Object(
  {
    id: Id('ger'),
    requirementKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum([...requirementStatuses]),
    subjectModuleKey: Nullable(Line(200)),
    subjectResourceType: Nullable(Line(200)),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'EvidenceRequirement' },
)

export type Requirement = Static<typeof Requirement>
export type RequirementStatus = Requirement['status']

export const renderRequirement = renderer(Requirement)

/** Who looks after a requirement. */
export const Owner = Type.Object({ id: Id('prs'), name: Type.String() })

/** What people see of a requirement beyond section 2.1. */
export const WorkspaceRequirement = Type.Object(
  {
    ...Requirement.properties,
    validityDays: Type.Integer({ description: 'Days that a claim stays valid when it does not say.' }),
    owner: Nullable(Owner),
    nextStatuses: Type.Array(Requirement.properties.status, { description: 'What the status can be changed to now.' }),
    ...versionField,
  },
  { title: 'WorkspaceEvidenceRequirement' },
)

interface Shown {
  readonly record: string
  readonly validityDays: number
  readonly owner: Static<typeof Owner> | null
}

/** Days that proof stays valid without a requirement, or when the requirement names none. */
export const defaultValidityDays = 365

/** From each status, those that may follow (open points "Evidence"). */
export const requirementFlow: Readonly<Record<RequirementStatus, readonly RequirementStatus[]>> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active'],
}

export const requirementTag = ({ record, validityDays, owner }: Shown): string =>
  etagOf(record, validityDays, owner?.id)

export const renderWorkspaceRequirement = (requirement: Shown): string => {
  const { record, validityDays, owner } = requirement
  const nextStatuses = requirementFlow[readRecord(Requirement, record).status]
  const etag = requirementTag(requirement)
  return `${record.slice(0, -1)},${JSON.stringify({ validityDays, owner, nextStatuses, etag }).slice(1)}`
}

interface RequirementRow {
  readonly record: string
  readonly validity_days: number
  readonly owner_id: string | null
  readonly owner_name: string | null
}

/** Who looks after a requirement, as people see them. */
export const ownerOf = ({ owner_id, owner_name }: Pick<RequirementRow, 'owner_id' | 'owner_name'>) =>
  owner_id === null || owner_name === null ? null : { id: owner_id, name: owner_name }

export const requirementOf = (row: RequirementRow): Shown => ({
  record: row.record,
  validityDays: row.validity_days,
  owner: ownerOf(row),
})

export const requirementEvents = {
  created: event({
    type: 'evidence.requirement.created',
    description: 'An evidence requirement was created.',
    scope: 'governance.evidence:read',
    data: Type.Object({ evidenceRequirement: Requirement }),
  }),
  updated: event({
    type: 'evidence.requirement.updated',
    description: 'An evidence requirement changed.',
    scope: 'governance.evidence:read',
    data: Type.Object({ evidenceRequirement: Requirement }),
  }),
}

/** Interface section 4.2 and open points "Detail and list endpoints". */
export const requirementFamily = family({
  name: 'EvidenceRequirement',
  label: 'evidence requirement',
  prefix: 'ger',
  table: 'evidence_requirement',
  plural: 'requirements',
  record: Requirement,
  tag: 'Evidence',
  scope: 'governance.evidence:read',
  roles: [...roles],
  filters: { status: { column: 'status', schema: Type.Enum([...requirementStatuses]) } },
  key: { name: 'requirementKey', column: 'requirement_key', schema: Requirement.properties.requirementKey },
  list: { v1: '/governance/evidence/requirements' },
  detail: { v1: '/governance/evidence/requirements/{requirementId}' },
})
