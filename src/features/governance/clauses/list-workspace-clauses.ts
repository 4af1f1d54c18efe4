import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { listCoveredClauses } from './clause-queries.ts'
import { showClause, WorkspaceClause } from './show-clause.ts'

const endpoint = 'listWorkspaceClauses'

export const listWorkspaceClauses = reading({
  name: endpoint,
  summary: 'List the active clauses of a framework in its order, and whether each is proven now',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/clauses', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  query: Type.Object(pageQuery),
  response: Type.Object({ clauses: Type.Array(WorkspaceClause), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { frameworkId }, query }) {
    const { now } = call
    await frameworkView.find(call, frameworkId)
    return answerPage(call, {
      endpoint,
      plural: 'clauses',
      read: at => call.read(listCoveredClauses, { ...at, frameworkId, now }),
      filters: { frameworkId },
      query,
      order: 'oldest',
      render: row => JSON.stringify(showClause(row)),
    })
  },
})
