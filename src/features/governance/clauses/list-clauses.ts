import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { etagOf, withVersion } from '#http/version.ts'
import { frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { Clause, ClauseResponse } from './clause.ts'
import { listClausesByPlace, listClausesOfStatus } from './clause-queries.ts'

const endpoint = 'listClauses'

export const listClauses = readEndpoint({
  name: endpoint,
  summary: 'List the clauses of a framework, in its order',
  tag: 'Frameworks',
  v1: { path: '/governance/frameworks/{frameworkId}/clauses', scope: 'governance.frameworks:read' },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  query: Type.Object({ status: Type.Optional(Clause.properties.status), ...pageQuery }),
  response: Type.Object({ clauses: Type.Array(ClauseResponse), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { frameworkId }, query: { status, ...query } }) {
    await frameworkView.find(call, frameworkId)
    return respondWithPage(call, {
      endpoint,
      plural: 'clauses',
      read: page =>
        status === undefined
          ? call.read(listClausesByPlace, { ...page, frameworkId })
          : call.read(listClausesOfStatus, { ...page, frameworkId, status }),
      filters: { frameworkId, ...(status && { status }) },
      query,
      order: 'oldest',
      render: ({ record }) => withVersion(record, etagOf(record)),
    })
  },
})
