import { paged } from '#family/paged.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct, readWebhook } from './people-surfaces.ts'
import { Replay, showReplay } from './replay.ts'
import { listReplays } from './replay-queries.ts'

export const listWebhookReplays = paged({
  name: 'listWebhookReplays',
  summary: 'List the replays of a webhook, newest first',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/replays'),
  params: WebhookParams,
  plural: 'replays',
  of: Replay,
  find: (call, { webhookId }) => readWebhook(call, webhookId),
  read: (call, { webhookId: endpointId, ...at }) => call.read(listReplays, { ...at, endpointId }),
  show: showReplay,
})
