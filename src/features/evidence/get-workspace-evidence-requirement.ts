import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { notFound } from '#api/family.ts'
import { Reference } from '#api/schema.ts'
import { versioned } from '#api/version.ts'
import { findWorkspaceRequirement, lockRequirement } from './queries.ts'
import { renderWorkspaceRequirement, requirementOf, requirementTag, WorkspaceRequirement } from './requirement.ts'

export const getWorkspaceEvidenceRequirement = reading({
  name: 'getWorkspaceEvidenceRequirement',
  summary: 'Get one evidence requirement with its owner and validity',
  tag: 'Evidence',
  workspace: { path: '/evidence-requirements/{requirementId}', roles: [...roles] },
  params: Type.Object({ requirementId: Reference('ger') }),
  response: WorkspaceRequirement,
  async version({ tx }, id) {
    const [row] = await tx.query(lockRequirement, { id })
    return row && { etag: requirementTag(requirementOf(row)), resourceId: id }
  },
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findWorkspaceRequirement, { id: params.requirementId })
    if (!row) throw notFound('evidence requirement')
    const requirement = requirementOf(row)
    return versioned(renderWorkspaceRequirement(requirement), requirementTag(requirement))
  },
})
