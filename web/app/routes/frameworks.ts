import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page } from './page.ts'

const frameworks = createRoute({
  getParentRoute: () => app,
  path: '/governance/frameworks',
  validateSearch: listParams(['createdAt'], 'status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listFrameworks', '/api/workspace/frameworks', location.search),
  component: page(() => import('#web/pages/frameworks/frameworks.tsx'), 'Frameworks', 'frameworks', 'templates'),
})

const framework = createRoute({
  getParentRoute: () => app,
  path: '/governance/frameworks/$frameworkId',
  validateSearch: listParams([]),
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceFramework', '/api/workspace/frameworks/{frameworkId}', params),
  component: page(() => import('#web/pages/frameworks/framework.tsx'), 'FrameworkPage', 'frameworks'),
})

const report = createRoute({
  getParentRoute: () => app,
  path: '/governance/frameworks/$frameworkId/report',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceFramework', '/api/workspace/frameworks/{frameworkId}', params),
  component: page(() => import('#web/pages/frameworks/report.tsx'), 'FrameworkReport', 'frameworks'),
})

const clause = createRoute({
  getParentRoute: () => app,
  path: '/governance/clauses/$clauseId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceClause', '/api/workspace/clauses/{clauseId}', params),
  component: page(() => import('#web/pages/frameworks/clause.tsx'), 'ClausePage', 'frameworks', 'approvals'),
})

const controls = createRoute({
  getParentRoute: () => app,
  path: '/governance/controls',
  validateSearch: listParams(['createdAt'], 'status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceControls', '/api/workspace/controls', location.search),
  component: page(() => import('#web/pages/frameworks/controls.tsx'), 'Controls', 'frameworks'),
})

const control = createRoute({
  getParentRoute: () => app,
  path: '/governance/controls/$controlId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceControl', '/api/workspace/controls/{controlId}', params),
  component: page(() => import('#web/pages/frameworks/control.tsx'), 'ControlPage', 'frameworks', 'approvals'),
})

export const frameworksRoutes = [frameworks, framework, report, clause, controls, control] as const
