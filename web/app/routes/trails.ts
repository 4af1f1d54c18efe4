import { createRoute } from '@tanstack/react-router'
import { prefetchList } from '#web/app/prefetch.ts'
import { app, page, texts } from './page.ts'

const audit = createRoute({
  getParentRoute: () => app,
  path: '/trails/audit',
  validateSearch: texts('action', 'actorId', 'resourceId', 'outcome', 'requestId', 'from', 'to'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listAuditEvents', '/api/workspace/audit', location.search),
  component: page(() => import('#web/pages/trails/audit.tsx'), 'Audit', 'trails'),
})

const securityEvents = createRoute({
  getParentRoute: () => app,
  path: '/trails/security-events',
  validateSearch: texts('kind', 'severity', 'since'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listSecurityEvents', '/api/workspace/security-events', location.search),
  component: page(() => import('#web/pages/trails/security-events.tsx'), 'SecurityEvents', 'trails'),
})

const jobs = createRoute({
  getParentRoute: () => app,
  path: '/trails/jobs',
  loader: ({ context }) => prefetchList(context.queries, 'listJobs', '/api/workspace/jobs'),
  component: page(() => import('#web/pages/trails/jobs.tsx'), 'Jobs', 'trails'),
})

const job = createRoute({
  getParentRoute: () => app,
  path: '/trails/jobs/$name',
  loader: ({ context }) => prefetchList(context.queries, 'listJobs', '/api/workspace/jobs'),
  component: page(() => import('#web/pages/trails/job.tsx'), 'JobPage', 'trails'),
})

export const trailsRoutes = [audit, securityEvents, jobs, job] as const
