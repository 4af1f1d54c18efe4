import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { Clause } from './clause.ts'
import { findClauseOfFramework } from './clause-queries.ts'

export const getClause = reading({
  name: 'getClause',
  summary: 'Get one clause of a framework',
  tag: 'Frameworks',
  v1: { path: '/governance/frameworks/{frameworkId}/clauses/{clauseId}', scope: 'governance.frameworks:read' },
  params: Type.Object({ frameworkId: Reference('gfw'), clauseId: Reference('gfc') }),
  response: Clause,
  errors: ['not_found'],
  async run(call, { params: { frameworkId, clauseId: id } }) {
    return new Rendered(oneOr404(await call.read(findClauseOfFramework, { frameworkId, id }), 'clause').record)
  },
})
