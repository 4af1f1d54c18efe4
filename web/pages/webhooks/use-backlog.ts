import { api } from '#web/api/client.ts'

const everyMs = 2000

/** What waits for a webhook, and why; polled. */
export const useBacklog = (webhookId: string) =>
  api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}/backlog',
    { params: { path: { webhookId } } },
    { refetchInterval: everyMs },
  )
