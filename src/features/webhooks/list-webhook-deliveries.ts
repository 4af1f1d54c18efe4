import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { Delivery, deliveryOutcomes } from './engine/delivery.ts'
import { readWebhook } from './people-surfaces.ts'
import { listDeliveries, listDeliveriesOf } from './queries.ts'

/** Lists every attempt, not only the last attempt of each delivery. */
export const listWebhookDeliveries = readEndpoint({
  name: 'listWebhookDeliveries',
  summary: 'List the delivery attempts of a webhook, newest first',
  tag: 'Webhooks',
  ...webhookSurfaces('/{webhookId}/deliveries', 'auditor'),
  params: WebhookParams,
  query: Type.Object({ outcome: Type.Optional(Type.Enum([...deliveryOutcomes])), ...pageQuery }),
  response: Type.Object({ deliveries: Type.Array(Delivery), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { webhookId }, query }) {
    await readWebhook(call, webhookId)
    const endpoint = `listWebhookDeliveries ${query.outcome ?? ''}`
    const statement = query.outcome ? listDeliveriesOf[query.outcome] : listDeliveries
    return respondWithPage(call, {
      endpoint,
      plural: 'deliveries',
      read: page => call.read(statement, { ...page, endpointId: webhookId }),
      filters: { webhookId },
      query,
    })
  },
})
