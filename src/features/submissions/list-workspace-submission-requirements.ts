import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { answerPage, pageQuery } from '#api/family.ts'
import { Pagination } from '#api/schema.ts'
import {
  listWorkspaceRequirements,
  listWorkspaceRequirementsOfKey,
  listWorkspaceRequirementsOfStatus,
  policyOf,
  type RequirementRow,
} from './queries.ts'
import { SubmissionRequirement, showRequirement, WorkspaceRequirement } from './requirement.ts'

const fields = SubmissionRequirement.properties

const renderRow = (row: RequirementRow): string => JSON.stringify(showRequirement(row.record, policyOf(row)))

const listName = 'listWorkspaceSubmissionRequirements'

export const listWorkspaceSubmissionRequirements = reading({
  name: listName,
  summary: 'List submission requirements with their event policy, newest first',
  tag: 'Submissions',
  workspace: { path: '/submission-requirements', roles: [...roles] },
  query: Type.Object({
    status: Type.Optional(fields.status),
    requirementKey: Type.Optional(fields.requirementKey),
    ...pageQuery,
  }),
  response: Type.Object({ submissionRequirements: Type.Array(WorkspaceRequirement), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { status, requirementKey, ...query } }) {
    const byStatus = status ? { status } : {}
    const walk = { endpoint: listName, plural: 'submissionRequirements', query, render: renderRow }
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
