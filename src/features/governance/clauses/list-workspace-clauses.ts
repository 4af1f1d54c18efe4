import { Type } from 'typebox'
import { paged } from '#family/paged.ts'
import { roles } from '#http/access.ts'
import { Reference } from '#http/schema.ts'
import { frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { listCoveredClauses } from './clause-queries.ts'
import { showClause, WorkspaceClause } from './show-clause.ts'

export const listWorkspaceClauses = paged({
  name: 'listWorkspaceClauses',
  summary: 'List the active clauses of a framework in its order, and whether each is proven now',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/clauses', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  plural: 'clauses',
  of: WorkspaceClause,
  order: 'oldest',
  find: (call, { frameworkId }) => frameworkView.find(call, frameworkId),
  read: (call, page) => call.read(listCoveredClauses, { ...page, now: call.now }),
  show: row => showClause(row),
})
