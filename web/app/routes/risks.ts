import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page } from './page.ts'

const risks = createRoute({
  getParentRoute: () => app,
  path: '/governance/risks',
  validateSearch: listParams(['createdAt', 'reviewDueAt'], 'status', 'ownerId', 'review', 'before', 'after'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceRisks', '/api/workspace/risks', location.search),
  component: page(() => import('#web/pages/risks/risks.tsx'), 'Risks', 'risks'),
})

const risk = createRoute({
  getParentRoute: () => app,
  path: '/governance/risks/$riskId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceRisk', '/api/workspace/risks/{riskId}', params),
  component: page(() => import('#web/pages/risks/risk.tsx'), 'RiskPage', 'risks'),
})

export const risksRoutes = [risks, risk] as const
