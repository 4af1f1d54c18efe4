import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { notFound } from '#api/family.ts'
import { Reference } from '#api/schema.ts'
import { findWorkspaceRequirement } from './queries.ts'
import { renderRequirementRow, WorkspaceRequirement } from './requirement.ts'

export const getWorkspaceEvidenceRequirement = reading({
  name: 'getWorkspaceEvidenceRequirement',
  summary: 'Get one evidence requirement with its owner and validity',
  tag: 'Evidence',
  workspace: { path: '/evidence-requirements/{requirementId}', roles: [...roles] },
  params: Type.Object({ requirementId: Reference('ger') }),
  response: WorkspaceRequirement,
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findWorkspaceRequirement, { id: params.requirementId })
    if (!row) throw notFound('evidence requirement')
    return new Rendered(renderRequirementRow(row))
  },
})
