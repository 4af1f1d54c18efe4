import { type Static, Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { notFound } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { Nullable, Reference } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { ValidityDays } from './create-evidence-requirement.ts'
import { lockRequirement, updateRequirement } from './queries.ts'
import { requireReviewer } from './require-reviewer.ts'
import {
  ownerOf,
  Requirement,
  type RequirementStatus,
  renderRequirement,
  renderWorkspaceRequirement,
  requirementEvents,
  requirementFlow,
  WorkspaceRequirement,
} from './requirement.ts'

const fields = Requirement.properties

const Changes = Type.Object({
  title: Type.Optional(fields.title),
  description: Type.Optional(fields.description),
  status: Type.Optional(fields.status),
  subjectModuleKey: Type.Optional(fields.subjectModuleKey),
  subjectResourceType: Type.Optional(fields.subjectResourceType),
  validityDays: Type.Optional(ValidityDays),
  ownerId: Type.Optional(Nullable(Reference('prs'))),
})

const nextStatus = (from: RequirementStatus, to: Static<typeof Changes>['status']): RequirementStatus => {
  if (to === undefined || requirementFlow[from].includes(to)) return to ?? from
  const possible = requirementFlow[from].join(' or ')
  throw new Refusal('unprocessable', `A requirement that is ${from} can become ${possible}, not ${to}.`)
}

/** Changes fields or the status; transitions by open points "Evidence". */
export const updateEvidenceRequirement = changing({
  name: 'updateEvidenceRequirement',
  summary: 'Change an evidence requirement or its status',
  tag: 'Evidence',
  method: 'PATCH',
  workspace: { path: '/evidence-requirements/{requirementId}', roles: ['admin'] },
  status: 200,
  action: 'evidence.requirement.update',
  params: Type.Object({ requirementId: Reference('ger') }),
  body: Changes,
  response: WorkspaceRequirement,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body }) {
    const { now, tx } = change
    const [row] = await tx.query(lockRequirement, { id: params.requirementId })
    if (!row) throw notFound('evidence requirement')
    const { validityDays = row.validity_days, ownerId = row.owner_id, ...changes } = body
    const status = nextStatus(row.status, changes.status)
    const present = ownerId === row.owner_id ? ownerOf(row) : null
    const owner = ownerId && ownerId !== row.owner_id ? await requireReviewer(change, ownerId) : present
    const requirement = { ...readRecord(Requirement, row.record), ...changes, status, updatedAt: iso(now) }
    const record = renderRequirement(requirement)
    tx.write(updateRequirement, { id: params.requirementId, status, validityDays, ownerId, record })
    change.emit(requirementEvents.updated, { evidenceRequirement: record })
    change.audit(params.requirementId, { before: row.record, after: record })
    return new Rendered(renderWorkspaceRequirement({ record, validityDays, owner }))
  },
})
