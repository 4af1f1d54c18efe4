import { api } from '#web/api/client.ts'

const pollingMs = 2000

/** The waiting deliveries of a webhook, and why they wait. Polled. */
export const useBacklog = (webhookId: string) =>
  api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}/backlog',
    { params: { path: { webhookId } } },
    { refetchInterval: pollingMs },
  )
