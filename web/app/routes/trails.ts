import { createRoute } from '@tanstack/react-router'
import { prefetchList } from '#web/app/prefetch.ts'
import { app, page, textParams } from './page.ts'

const audit = createRoute({
  getParentRoute: () => app,
  path: '/trails/audit',
  validateSearch: textParams('action', 'actorId', 'resourceId', 'outcome', 'requestId', 'from', 'to'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listAuditEvents', '/api/workspace/audit', location.search),
  component: page(() => import('#web/pages/trails/audit.tsx'), 'Audit', 'trails'),
})

const asOf = createRoute({
  getParentRoute: () => app,
  path: '/trails/as-of',
  validateSearch: textParams('at', 'what', 'status', 'evidenceRequirementId', 'submissionRequirementId'),
  component: page(() => import('#web/pages/trails/as-of.tsx'), 'AsOf', 'trails'),
})

const ledger = createRoute({
  getParentRoute: () => app,
  path: '/trails/ledger',
  component: page(() => import('#web/pages/trails/ledger.tsx'), 'Ledger', 'trails'),
})

const securityEvents = createRoute({
  getParentRoute: () => app,
  path: '/trails/security-events',
  validateSearch: textParams('kind', 'severity', 'since'),
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

export const trailsRoutes = [audit, asOf, ledger, securityEvents, jobs, job] as const
