import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { answerPage, notFound, pageQuery } from '#api/family.ts'
import { Pagination, Reference } from '#api/schema.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct, readWebhook } from './in-product.ts'
import { Replay, showReplay } from './replay.ts'
import { findReplay, listReplays as statement } from './replay-queries.ts'

export const ReplayParams = Type.Object({ ...WebhookParams.properties, replayId: Reference('whr') })

export const listReplays = reading({
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
      statement,
      filters: { webhookId },
      query,
      render: row => JSON.stringify(showReplay(row)),
    })
  },
})

const Progress = Type.Object(
  {
    ...Replay.properties,
    pending: Type.Integer({ description: 'Deliveries that stand in the queue: waiting, under way or to be retried.' }),
  },
  { title: 'WebhookReplayProgress' },
)

export const getReplay = reading({
  name: 'getWebhookReplay',
  summary: 'Get one replay and its progress',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/replays/{replayId}'),
  params: ReplayParams,
  response: Progress,
  errors: ['not_found'],
  async run(call, { params: { webhookId, replayId } }) {
    await readWebhook(call, webhookId)
    const [row] = await call.read(findReplay, [call.organizationId, webhookId, replayId])
    if (!row) throw notFound('replay')
    return { ...showReplay(row), pending: row.pending }
  },
})
