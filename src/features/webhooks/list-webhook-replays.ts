import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct, readWebhook } from './in-product.ts'
import { Replay, showReplay } from './replay.ts'
import { listReplays } from './replay-queries.ts'

export const listWebhookReplays = reading({
  name: 'listWebhookReplays',
  summary: 'List the replays of a webhook, newest first',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/replays'),
  params: WebhookParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ replays: Type.Array(Replay), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { webhookId }, query }) {
    await readWebhook(call, webhookId)
    return answerPage(call, {
      endpoint: 'listWebhookReplays',
      plural: 'replays',
      read: page => call.read(listReplays, { ...page, endpointId: webhookId }),
      filters: { webhookId },
      query,
      render: row => JSON.stringify(showReplay(row)),
    })
  },
})
