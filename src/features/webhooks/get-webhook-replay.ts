import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct, readWebhook } from './people-surfaces.ts'
import { Replay, showReplay } from './replay.ts'
import { findReplay } from './replay-queries.ts'

export const ReplayParams = Type.Object({ ...WebhookParams.properties, replayId: Reference('whr') })

const Progress = Type.Object(
  {
    ...Replay.properties,
    pending: Type.Integer({
      description: 'The number of deliveries in the queue: waiting, in flight or due for a retry.',
    }),
  },
  { title: 'WebhookReplayProgress' },
)

export const getWebhookReplay = readEndpoint({
  name: 'getWebhookReplay',
  summary: 'Get one replay and its progress',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/replays/{replayId}'),
  params: ReplayParams,
  response: Progress,
  errors: ['not_found'],
  async run(call, { params: { webhookId, replayId } }) {
    await readWebhook(call, webhookId)
    const row = firstOrNotFound(await call.read(findReplay, { endpointId: webhookId, id: replayId }), 'replay')
    return { ...showReplay(row), pending: row.pending }
  },
})
