import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { answerPage, notFound, pageQuery } from '#api/family.ts'
import { Pagination, Reference } from '#api/schema.ts'
import { findWorkspaceRequirement, listWorkspaceRequirements, listWorkspaceRequirementsOfKey } from './queries.ts'
import { Requirement, renderWorkspaceRequirement, WorkspaceRequirement } from './requirement.ts'

interface Row {
  readonly record: string
  readonly validity_days: number
  readonly owner_id: string | null
  readonly owner_name: string | null
}

/** Who looks after it, as people see them. */
export const ownerOf = ({ owner_id, owner_name }: Pick<Row, 'owner_id' | 'owner_name'>) =>
  owner_id === null || owner_name === null ? null : { id: owner_id, name: owner_name }

const render = (row: Row): string =>
  renderWorkspaceRequirement({ record: row.record, validityDays: row.validity_days, owner: ownerOf(row) })

const statements = { all: listWorkspaceRequirements(false), byStatus: listWorkspaceRequirements(true) }
const listName = 'listWorkspaceEvidenceRequirements'

export const listRequirements = reading({
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
    const walk = { endpoint: listName, plural: 'requirements', query, render }
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

export const getRequirement = reading({
  name: 'getWorkspaceEvidenceRequirement',
  summary: 'Get one evidence requirement with its owner and validity',
  tag: 'Evidence',
  workspace: { path: '/evidence-requirements/{requirementId}', roles: [...roles] },
  params: Type.Object({ requirementId: Reference('ger') }),
  response: WorkspaceRequirement,
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findWorkspaceRequirement, [call.organizationId, params.requirementId])
    if (!row) throw notFound('evidence requirement')
    return new Rendered(render(row))
  },
})
