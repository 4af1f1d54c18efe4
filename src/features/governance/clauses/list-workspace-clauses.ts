import { Type } from 'typebox'
import type { RowOf } from '#db/statement.ts'
import { sortedList } from '#family/sorted/list.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { clauses } from './clause.ts'
import { findActiveClauseIds, findCoveredClauses, listCoveredClauses } from './clause-queries.ts'
import { showClause, WorkspaceClause } from './show-clause.ts'

const endpoint = 'listWorkspaceClauses'

interface Stored {
  id: string
  record: string
}

/** A framework has at most 10,000 clauses, and its order is the only one in which its chapters stay together. */
const sorted = sortedList<Stored>({
  ...clauses,
  of: 'workspace_clause',
  sorts: ['place'],
  usualSort: 'place',
  isPart: true,
  select: 'id, record',
  alias: 't',
  filters: {},
  indexes: [],
})

export const listWorkspaceClauses = readEndpoint({
  name: endpoint,
  summary: 'List the active clauses of a framework in its order, and whether each is proven now',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/clauses', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  query: Type.Object({ ...sorted.query, ...pageQuery }),
  response: Type.Object({ clauses: Type.Array(WorkspaceClause), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  needs: ['listSearch'],
  async run(call, { params: { frameworkId }, query }) {
    const { now } = call
    const parameters: Readonly<Record<string, unknown>> = query
    await frameworkView.find(call, frameworkId)
    const isCounted = parameters.total === 'true' || sorted.applies(query)
    const among = isCounted ? (await call.read(findActiveClauseIds, { frameworkId })).map(({ id }) => id) : []
    let covered: ReadonlyMap<string, RowOf<typeof findCoveredClauses>> = new Map()
    const request = {
      ...{ endpoint, plural: 'clauses', query, filterValues: { frameworkId }, among },
      async prepare(rows: readonly Stored[]) {
        const found = await call.read(findCoveredClauses, { ids: rows.map(({ id }) => id), now })
        covered = new Map(found.map(row => [row.id, row]))
      },
      render(row: Stored) {
        const cover = covered.get(row.id)
        if (!cover) throw new Error(`no coverage of ${row.id} was read`)
        return JSON.stringify(showClause(cover))
      },
    }
    if (sorted.applies(query)) return sorted.respond(call, request)
    return respondWithPage(call, {
      ...{ endpoint, plural: 'clauses', query, filters: { frameworkId }, order: 'oldest' },
      read: page => call.read(listCoveredClauses, { ...page, frameworkId, now }),
      render: row => JSON.stringify(showClause(row)),
      extra: await sorted.total(call, request),
    })
  },
})
