import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { Nullable, Reference } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { insertRequirement } from './queries.ts'
import { requireReviewer } from './require-reviewer.ts'
import {
  defaultValidityDays,
  Requirement,
  renderRequirement,
  renderWorkspaceRequirement,
  requirementEvents,
  WorkspaceRequirement,
} from './requirement.ts'

const fields = Requirement.properties

export const ValidityDays = Type.Integer({
  minimum: 1,
  maximum: 36_500,
  description: `Days that an accepted claim stays valid; ${defaultValidityDays} when left out.`,
})

export const createEvidenceRequirement = changing({
  name: 'createEvidenceRequirement',
  summary: 'Create an evidence requirement, as a draft or active at once',
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
    ownerId: Type.Optional(Nullable(Reference('prs'))),
  }),
  response: WorkspaceRequirement,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: { evidence_requirement_key: 'A requirement with this requirementKey exists in the workspace.' },
  async run(change, { body }) {
    const { now, ids, tx } = change
    const { validityDays = defaultValidityDays, ownerId = null, status = 'draft', description = '', ...rest } = body
    const owner = ownerId ? await requireReviewer(change, ownerId) : null
    const requirement: Requirement = {
      ...rest,
      id: ids.next('ger', now),
      description,
      status,
      subjectModuleKey: rest.subjectModuleKey ?? null,
      subjectResourceType: rest.subjectResourceType ?? null,
      createdAt: iso(now),
      updatedAt: iso(now),
    }
    const record = renderRequirement(requirement)
    tx.write(insertRequirement, {
      id: requirement.id,
      requirementKey: requirement.requirementKey,
      status,
      validityDays,
      ownerId,
      record,
    })
    change.emit(requirementEvents.created, { evidenceRequirement: record })
    change.audit(requirement.id, { after: record })
    return new Rendered(renderWorkspaceRequirement({ record, validityDays, owner }))
  },
})
