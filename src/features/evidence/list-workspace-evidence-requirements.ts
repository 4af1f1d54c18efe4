import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { answerPage, pageQuery } from '#api/family.ts'
import { Pagination } from '#api/schema.ts'
import { listWorkspaceRequirements, listWorkspaceRequirementsOfKey } from './queries.ts'
import { Requirement, renderRequirementRow, WorkspaceRequirement } from './requirement.ts'

const statements = { all: listWorkspaceRequirements(false), byStatus: listWorkspaceRequirements(true) }
const listName = 'listWorkspaceEvidenceRequirements'

export const listWorkspaceEvidenceRequirements = reading({
  name: listName,
  summary: 'List evidence requirements with their owner and validity, newest first',
  tag: 'Evidence',
  workspace: { path: '/evidence-requirements', roles: [...roles] },
  query: Type.Object({
    status: Type.Optional(Requirement.properties.status),
    requirementKey: Type.Optional(Requirement.properties.requirementKey),
    ...pageQuery,
  }),
  response: Type.Object({ requirements: Type.Array(WorkspaceRequirement), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { status, requirementKey, ...query } }) {
    const byStatus = status ? { status } : {}
    const walk = { endpoint: listName, plural: 'requirements', query, render: renderRequirementRow }
    if (requirementKey === undefined)
      return answerPage(call, { ...walk, statement: status ? statements.byStatus : statements.all, filters: byStatus })
    return answerPage(call, {
      ...walk,
      statement: listWorkspaceRequirementsOfKey,
      values: [requirementKey, status ?? null],
      filters: { ...byStatus, requirementKey },
    })
  },
})
