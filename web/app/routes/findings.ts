import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page } from './page.ts'

const findings = createRoute({
  getParentRoute: () => app,
  path: '/governance/findings',
  validateSearch: listParams(['createdAt', 'dueAt'], 'severity', 'status', 'ownerId', 'sourceModuleKey', 'overdue'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceFindings', '/api/workspace/findings', location.search),
  component: page(() => import('#web/pages/findings/findings.tsx'), 'Findings', 'findings'),
})

const finding = createRoute({
  getParentRoute: () => app,
  path: '/governance/findings/$findingId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceFinding', '/api/workspace/findings/{findingId}', params),
  component: page(() => import('#web/pages/findings/finding.tsx'), 'FindingPage', 'findings', 'trails'),
})

export const findingsRoutes = [findings, finding] as const
