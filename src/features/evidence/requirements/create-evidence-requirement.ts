import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { requirementKeyTaken } from '#http/sentences.ts'
import { requireReviewer } from '#src/features/evidence/claims/require-reviewer.ts'
import {
  defaultValidityDays,
  Requirement,
  requirementEvents,
  requirementRecords,
  requirementView,
} from './requirement.ts'

const fields = Requirement.properties

export const ValidityDays = Type.Integer({
  minimum: 1,
  maximum: 36_500,
  description: `Days that an accepted claim stays valid; ${defaultValidityDays} if left out.`,
})

export const RetentionYears = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    description:
      'Years for which files of its claims are kept, counted from the day they were attached. No retention if null or left out.',
  }),
)

export const createEvidenceRequirement = changing({
  name: 'createEvidenceRequirement',
  summary: 'Create an evidence requirement, as a draft or already active',
  tag: 'Evidence',
  method: 'POST',
  workspace: { path: '/evidence-requirements', roles: ['admin'] },
  status: 201,
  action: 'evidence.requirement.create',
  body: Type.Object({
    requirementKey: fields.requirementKey,
    title: fields.title,
    description: Type.Optional(fields.description),
    status: Type.Optional(Type.Enum(['draft', 'active'])),
    subjectModuleKey: Type.Optional(fields.subjectModuleKey),
    subjectResourceType: Type.Optional(fields.subjectResourceType),
    validityDays: Type.Optional(ValidityDays),
    retentionYears: Type.Optional(RetentionYears),
    ownerId: Type.Optional(Nullable(Reference('prs'))),
  }),
  response: requirementView.schema,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    evidence_requirement_key: requirementKeyTaken,
  },
  async run(change, { body }) {
    const { validityDays = defaultValidityDays, retentionYears = null, ownerId = null, ...given } = body
    const owner = ownerId === null ? null : await requireReviewer(change, ownerId)
    const fields = { description: '', status: 'draft', subjectModuleKey: null, subjectResourceType: null } as const
    const made = requirementRecords.insert(change, { ...fields, ...given }, { validityDays, retentionYears, ownerId })
    change.emit(requirementEvents.created, { evidenceRequirement: made.record })
    change.audit(made.id, { after: made.record, content: made.beside })
    return new Rendered(requirementView.render({ ...made, names: { ownerId: owner?.name ?? null } }))
  },
})
