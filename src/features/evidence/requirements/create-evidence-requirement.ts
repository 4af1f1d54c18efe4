import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { requirementKeyTaken } from '#http/sentences.ts'
import { requireReviewer } from '#src/features/evidence/claims/require-reviewer.ts'
import {
  defaultValidityDays,
  insertEvidenceRequirement,
  Requirement,
  ReviewersRequired,
  requirementView,
} from './requirement.ts'

const fields = Requirement.properties

export const ValidityDays = Type.Integer({
  minimum: 1,
  maximum: 36_500,
  description: `How many days an accepted claim stays valid; ${defaultValidityDays} if omitted.`,
})

export const RetentionYears = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    description:
      'How many years the files of its claims are retained, counted from the day of attachment. No retention if null or omitted.',
  }),
)

export const createEvidenceRequirement = changeEndpoint({
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
    reviewersRequired: Type.Optional(ReviewersRequired),
    ownerId: Type.Optional(Nullable(Reference('prs'))),
  }),
  response: requirementView.schema,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    evidence_requirement_key: requirementKeyTaken,
  },
  async run(change, { body }) {
    const { validityDays, retentionYears = null, reviewersRequired = 1, ownerId = null, ...values } = body
    const owner = ownerId === null ? null : await requireReviewer(change, ownerId)
    const fields = { description: '', status: 'draft', subjectModuleKey: null, subjectResourceType: null } as const
    const row = insertEvidenceRequirement(
      change,
      { ...fields, ...values },
      { validityDays: validityDays ?? defaultValidityDays, retentionYears, reviewersRequired, ownerId },
    )
    return new Rendered(requirementView.render({ ...row, names: { ownerId: owner?.name ?? null } }))
  },
})
