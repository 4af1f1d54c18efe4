import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { answerPage, pageQuery } from '#api/family.ts'
import { Pagination } from '#api/schema.ts'
import {
  listWorkspaceRequirements,
  listWorkspaceRequirementsOfKey,
  listWorkspaceRequirementsOfStatus,
  type ShownRequirementRow,
} from './queries.ts'
import { Requirement, renderWorkspaceRequirement, requirementOf, WorkspaceRequirement } from './requirement.ts'

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
    const walk = {
      endpoint: listName,
      plural: 'requirements',
      query,
      render: (row: ShownRequirementRow) => renderWorkspaceRequirement(requirementOf(row)),
    }
    if (requirementKey === undefined)
      return answerPage(call, {
        ...walk,
        read: at =>
          status
            ? call.read(listWorkspaceRequirementsOfStatus, { ...at, status })
            : call.read(listWorkspaceRequirements, at),
        filters: byStatus,
      })
    return answerPage(call, {
      ...walk,
      read: at => call.read(listWorkspaceRequirementsOfKey, { ...at, requirementKey, status: status ?? null }),
      filters: { ...byStatus, requirementKey },
    })
  },
})
