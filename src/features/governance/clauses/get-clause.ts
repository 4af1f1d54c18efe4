import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { etagOf, withVersion } from '#http/version.ts'
import { ClauseResponse } from './clause.ts'
import { findClauseOfFramework } from './clause-queries.ts'

export const getClause = readEndpoint({
  name: 'getClause',
  summary: 'Get one clause of a framework',
  tag: 'Frameworks',
  v1: { path: '/governance/frameworks/{frameworkId}/clauses/{clauseId}', scope: 'governance.frameworks:read' },
  params: Type.Object({ frameworkId: Reference('gfw'), clauseId: Reference('gfc') }),
  response: ClauseResponse,
  errors: ['not_found'],
  async run(call, { params: { frameworkId, clauseId: id } }) {
    const { record } = firstOrNotFound(await call.read(findClauseOfFramework, { frameworkId, id }), 'clause')
    return new Rendered(withVersion(record, etagOf(record)))
  },
})
