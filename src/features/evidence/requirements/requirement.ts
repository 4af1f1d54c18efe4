import { type Static, Type } from 'typebox'
import { nullable, number, text } from '#db/statement.ts'
import { family } from '#family/family.ts'
import type { Following } from '#family/next-status.ts'
import { records } from '#family/records.ts'
import { view } from '#family/view.ts'
import { roles } from '#http/access.ts'
import type { Content } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { event } from '#http/event.ts'
import { Id, Line, Nullable, Timestamp } from '#http/schema.ts'

const requirementStatuses = ['draft', 'active', 'retired'] as const

/** Evidence requirement (interface section 2.1): the proof that must be collected. */
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

export const RequirementOwner = Type.Object({ id: Id('prs'), name: Type.String() })

/** How many days proof stays valid if it has no requirement or the requirement sets no validity. */
export const defaultValidityDays = 365

/** The statuses that may follow each status (open points "Evidence"). */
export const requirementFlow: Following<Requirement['status']> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active'],
}

/** Renders the owner of a requirement for the workspace. */
export const requirementOwner = (id: string | null, name: string | null): Static<typeof RequirementOwner> | null =>
  id === null || name === null ? null : { id, name }

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

type RequirementSettings = Parameters<typeof requirementRecords.insert>[2]

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never

interface NamedSettings {
  readonly retentionYears: number | null
  readonly reviewersRequired: number
}

const namedSettings = ['retentionYears', 'reviewersRequired'] as const

/**
 * Describes changes of the retention and of the number of reviewers for the audit trail, whose digests alone would not
 * show them.
 */
export const settingsChange = (before: NamedSettings, after: NamedSettings): { detail?: string } => {
  const changes = namedSettings.flatMap(name => {
    const [previous, next] = [before[name] ?? 'none', after[name] ?? 'none']
    return previous === next ? [] : [`${name} ${previous} → ${next}`]
  })
  return changes.length === 0 ? {} : { detail: changes.join(', ') }
}

/** How the audit trail binds a number of reviewers: absent if it is 1, as in rows from before the setting existed. */
export const severalReviewers = (value: unknown): unknown => (value === 1 ? undefined : value)

/** The number of people who must approve a claim of a requirement. */
export const ReviewersRequired = Type.Integer({
  minimum: 1,
  maximum: 3,
  description:
    'How many different people must approve a claim; 1 if omitted. A higher number also applies to claims that wait for review; a lower one only to claims created afterwards.',
})

/** SQL: whether the requirement accepts proof about a subject of this module and type. */
const acceptsSubject = (module: string, type: string): string =>
  `coalesce(t.record::json ->> 'subjectModuleKey', '${module}') = '${module}'
  and coalesce(t.record::json ->> 'subjectResourceType', '${type}') = '${type}'`

/** Interface section 4.2 and open points "Detail and list endpoints". */
export const requirements = family({
  name: 'EvidenceRequirement',
  label: 'evidence requirement',
  prefix: 'ger',
  table: 'evidence_requirement',
  plural: 'requirements',
  record: Requirement,
  columns: ['requirementKey', 'status'],
  beside: {
    validityDays: number,
    retentionYears: nullable(number),
    reviewersRequired: number,
    ownerId: nullable(text),
  },
  content: { reviewersRequired: severalReviewers },
  people: ['ownerId'],
  key: 'requirementKey',
  sorts: ['requirementKey', 'title', 'status', 'updatedAt'],
  filters: ['status'],
  tag: 'Evidence',
  scope: 'governance.evidence:read',
  roles: [...roles],
  list: { v1: '/governance/evidence/requirements' },
  detail: { v1: '/governance/evidence/requirements/{requirementId}' },
  comments: true,
  choices: [
    { kind: 'evidence_requirement' },
    { kind: 'document_requirement', where: acceptsSubject('dms', 'document') },
    { kind: 'response_requirement', where: acceptsSubject('forms', 'response') },
  ],
})

export const requirementRecords = records(requirements)

/** The fields that audit rows of a requirement bind in addition to its record. */
export const requirementContent = (beside: RequirementSettings): Content => ({
  ...beside,
  reviewersRequired: severalReviewers(beside.reviewersRequired),
})

/** Creates a requirement, with its event and its audit row. */
export const insertEvidenceRequirement = (
  change: Change,
  ...[fields, beside]: Tail<Parameters<typeof requirementRecords.insert>>
): ReturnType<typeof requirementRecords.insert> => {
  const row = requirementRecords.insert(change, fields, beside)
  change.emit(requirementEvents.created, { evidenceRequirement: row.record })
  change.audit(row.id, {
    action: 'evidence.requirement.create',
    after: row.record,
    content: requirementContent(row.beside),
  })
  return row
}

/** The workspace's view of a requirement, which adds fields to those of section 2.1. */
export const requirementView = view(requirements, requirementRecords, {
  with: 'owner, validity and retention',
  fields: {
    validityDays: Type.Integer({ description: 'How many days a claim stays valid if it sets no end.' }),
    retentionYears: Nullable(
      Type.Integer({
        description: 'How many years the files of its claims are retained, counted from the day of attachment.',
      }),
    ),
    reviewersRequired: ReviewersRequired,
    owner: Nullable(RequirementOwner),
    nextStatuses: Type.Array(Requirement.properties.status, {
      description: 'The statuses that the requirement can change to now.',
    }),
  },
  of: ({ fields, beside, names }) => ({
    validityDays: beside.validityDays,
    retentionYears: beside.retentionYears,
    reviewersRequired: beside.reviewersRequired,
    owner: requirementOwner(beside.ownerId, names.ownerId),
    nextStatuses: [...requirementFlow[fields.status]],
  }),
  list: '/evidence-requirements',
  detail: '/evidence-requirements/{requirementId}',
})
