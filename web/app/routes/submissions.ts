import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page, textParams } from './page.ts'

const packages = createRoute({
  getParentRoute: () => app,
  path: '/submissions',
  validateSearch: listParams(['createdAt', 'dueAt'], 'status', 'submissionRequirementId', 'view'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceSubmissionPackages', '/api/workspace/packages', location.search),
  component: page(() => import('#web/pages/submissions/packages.tsx'), 'Packages', 'submissions'),
})

const calendar = createRoute({
  getParentRoute: () => app,
  path: '/submissions/calendar',
  validateSearch: textParams('month'),
  component: page(() => import('#web/pages/submissions/calendar.tsx'), 'Calendar', 'submissions'),
})

const submissionRequirements = createRoute({
  getParentRoute: () => app,
  path: '/submissions/requirements',
  validateSearch: listParams(['createdAt'], 'status'),
  loader: ({ context, location }) =>
    prefetchList(
      context.queries,
      'listWorkspaceSubmissionRequirements',
      '/api/workspace/submission-requirements',
      location.search,
    ),
  component: page(() => import('#web/pages/submissions/requirements.tsx'), 'Requirements', 'submissions'),
})

const submissionRequirement = createRoute({
  getParentRoute: () => app,
  path: '/submissions/requirements/$requirementId',
  loader: ({ context, params }) =>
    prefetchRecord(
      context.queries,
      'getWorkspaceSubmissionRequirement',
      '/api/workspace/submission-requirements/{requirementId}',
      params,
    ),
  component: page(() => import('#web/pages/submissions/requirement.tsx'), 'RequirementPage', 'submissions', 'exports'),
})

const submissionPackage = createRoute({
  getParentRoute: () => app,
  path: '/submissions/packages/$packageId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceSubmissionPackage', '/api/workspace/packages/{packageId}', params),
  component: page(() => import('#web/pages/submissions/package.tsx'), 'PackagePage', 'submissions', 'exports'),
})

export const submissionsRoutes = [
  packages,
  calendar,
  submissionRequirements,
  submissionRequirement,
  submissionPackage,
] as const
