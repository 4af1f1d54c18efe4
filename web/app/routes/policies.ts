import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page } from './page.ts'

const policies = createRoute({
  getParentRoute: () => app,
  path: '/governance/policies',
  validateSearch: listParams(['createdAt'], 'status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listPolicies', '/api/workspace/policies', location.search),
  component: page(() => import('#web/pages/policies/policies.tsx'), 'Policies', 'policies'),
})

const policy = createRoute({
  getParentRoute: () => app,
  path: '/governance/policies/$policyId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getPolicy', '/api/workspace/policies/{policyId}', params),
  component: page(() => import('#web/pages/policies/policy.tsx'), 'PolicyPage', 'policies', 'campaigns'),
})

const campaign = createRoute({
  getParentRoute: () => app,
  path: '/governance/policy-campaigns/$campaignId',
  validateSearch: listParams([], 'standing'),
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getPolicyCampaign', '/api/workspace/policy-campaigns/{campaignId}', params),
  component: page(() => import('#web/pages/policies/campaign.tsx'), 'CampaignPage', 'policies', 'campaigns'),
})

export const policiesRoutes = [policies, policy, campaign] as const
