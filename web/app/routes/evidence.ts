import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page, textParams } from './page.ts'

const board = createRoute({
  getParentRoute: () => app,
  path: '/evidence',
  validateSearch: listParams(['createdAt'], 'state', 'ownerId', 'view', 'status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listEvidenceFreshness', '/api/workspace/evidence-freshness', location.search),
  component: page(() => import('#web/pages/evidence/board.tsx'), 'Board', 'evidence', 'templates'),
})

const templates = createRoute({
  getParentRoute: () => app,
  path: '/evidence/templates',
  validateSearch: textParams('scheme'),
  component: page(() => import('#web/pages/templates/templates.tsx'), 'Templates', 'templates'),
})

const evidenceRequirement = createRoute({
  getParentRoute: () => app,
  path: '/evidence/requirements/$requirementId',
  loader: ({ context, params }) =>
    prefetchRecord(
      context.queries,
      'getWorkspaceEvidenceRequirement',
      '/api/workspace/evidence-requirements/{requirementId}',
      params,
    ),
  component: page(() => import('#web/pages/evidence/requirement.tsx'), 'Requirement', 'evidence', 'exports'),
})

const claims = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims',
  validateSearch: listParams(['createdAt', 'validUntil'], 'status', 'evidenceRequirementId', 'assigneeId', 'claimKey'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceClaims', '/api/workspace/claims', location.search),
  component: page(() => import('#web/pages/evidence/claims.tsx'), 'Claims', 'evidence'),
})

const newClaim = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims/new',
  validateSearch: textParams('evidenceRequirementId', 'claim'),
  component: page(() => import('#web/pages/evidence/new-claim.tsx'), 'NewClaim', 'evidence'),
})

const claim = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims/$claimId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceClaim', '/api/workspace/claims/{claimId}', params),
  component: page(() => import('#web/pages/evidence/claim.tsx'), 'ClaimPage', 'evidence', 'rounds', 'trails'),
})

const review = createRoute({
  getParentRoute: () => app,
  path: '/evidence/review',
  validateSearch: textParams('whose', 'order'),
  component: page(() => import('#web/pages/evidence/review.tsx'), 'Review', 'evidence', 'rounds'),
})

export const evidenceRoutes = [board, templates, evidenceRequirement, claims, newClaim, claim, review] as const
