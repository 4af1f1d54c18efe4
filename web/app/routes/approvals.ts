import { createRoute } from '@tanstack/react-router'
import { prefetchRecord } from '#web/app/prefetch.ts'
import { app, page } from './page.ts'

const approval = createRoute({
  getParentRoute: () => app,
  path: '/governance/approvals/$requestId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getApprovalRequest', '/api/workspace/approval-requests/{requestId}', params),
  component: page(() => import('#web/pages/approvals/approval.tsx'), 'ApprovalPage', 'approvals', 'work', 'trails'),
})

export const approvalsRoutes = [approval] as const
