import { api } from '#web/api/client.ts'

const everyMs = 2000

/** The waiting deliveries of a webhook, and why they wait; polled. */
export const useBacklog = (webhookId: string) =>
  api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}/backlog',
    { params: { path: { webhookId } } },
    { refetchInterval: everyMs },
  )
