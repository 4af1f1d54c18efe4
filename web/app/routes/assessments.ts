import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page, textParams } from './page.ts'

const assessments = createRoute({
  getParentRoute: () => app,
  path: '/governance/assessments',
  validateSearch: listParams(['createdAt', 'dueAt'], 'status', 'frameworkId', 'assessorId'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceAssessments', '/api/workspace/assessments', location.search),
  component: page(() => import('#web/pages/assessments/assessments.tsx'), 'Assessments', 'assessments', 'rooms'),
})

const assessment = createRoute({
  getParentRoute: () => app,
  path: '/governance/assessments/$assessmentId',
  validateSearch: textParams('only'),
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWorkspaceAssessment', '/api/workspace/assessments/{assessmentId}', params),
  component: page(() => import('#web/pages/assessments/assessment.tsx'), 'AssessmentPage', 'assessments', 'rooms'),
})

export const assessmentsRoutes = [assessments, assessment] as const
