import { createRoute } from '@tanstack/react-router'
import { listAhead } from '#web/app/ask-ahead.ts'
import { app, page, texts } from './page.ts'

const audit = createRoute({
  getParentRoute: () => app,
  path: '/trails/audit',
  validateSearch: texts('action', 'actorId', 'resourceId', 'outcome', 'requestId', 'from', 'to'),
  loader: ({ context, location }) =>
    listAhead(context.queries, 'listAuditEvents', '/api/workspace/audit', location.search),
  component: page(() => import('#web/pages/trails/audit.tsx'), 'Audit', 'trails'),
})

const securityEvents = createRoute({
  getParentRoute: () => app,
  path: '/trails/security-events',
  validateSearch: texts('kind'),
  loader: ({ context, location }) =>
    listAhead(context.queries, 'listSecurityEvents', '/api/workspace/security-events', location.search),
  component: page(() => import('#web/pages/trails/security-events.tsx'), 'SecurityEvents', 'trails'),
})

const jobs = createRoute({
  getParentRoute: () => app,
  path: '/trails/jobs',
  loader: ({ context }) => listAhead(context.queries, 'listJobs', '/api/workspace/jobs'),
  component: page(() => import('#web/pages/trails/jobs.tsx'), 'Jobs', 'trails'),
})

export const trailsRoutes = [audit, securityEvents, jobs] as const
