import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { eventName } from '#http/event.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Id, Nullable, Pagination, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { queueConditionOf } from './backlog.ts'
import { listPending } from './backlog-queries.ts'
import { WebhookParams } from './change-webhook.ts'
import { explainWait, waitExplanation } from './explain-wait.ts'
import { readBacklog } from './get-webhook-backlog.ts'
import { readInProduct } from './people-surfaces.ts'

/** A delivery in the queue, and why it has not been attempted yet. */
const PendingDelivery = Type.Object(
  {
    eventId: Id('evt'),
    eventType: Nullable(Type.String({ description: 'Null if the event is no longer stored.' })),
    attempt: Type.Integer({ minimum: 1, maximum: 7, description: 'The number of the next attempt.' }),
    origin: Type.Enum(['live', 'test', 'replay']),
    dueAt: Timestamp,
    ahead: Type.Integer({ description: 'The number of deliveries ahead of this one, counted up to 10,001.' }),
    ...waitExplanation,
  },
  { title: 'PendingWebhookDelivery' },
)

export const listPendingWebhookDeliveries = readEndpoint({
  name: 'listPendingWebhookDeliveries',
  summary: 'List the pending deliveries of a webhook in order, and why each has not been delivered yet',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/pending'),
  params: WebhookParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ pending: Type.Array(PendingDelivery), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { webhookId }, query }) {
    const backlog = await readBacklog(call, webhookId)
    const condition = queueConditionOf(backlog, call.now)
    return respondWithPage(call, {
      endpoint: 'listPendingWebhookDeliveries',
      plural: 'pending',
      read: page => call.read(listPending, { ...page, endpointId: webhookId }),
      filters: { webhookId },
      query,
      render: ({ event_id: eventId, type, sent_type, attempt, origin, due, ahead }) =>
        JSON.stringify({
          eventId,
          eventType: type === null ? sent_type : eventName(backlog.form, type),
          attempt,
          origin,
          dueAt: iso(due),
          ahead,
          ...explainWait(condition, { attempt, due, ahead }),
        }),
    })
  },
})
