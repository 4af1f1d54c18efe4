import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { Delivery, DeliveryExchange } from './engine/delivery.ts'
import { readExchange } from './engine/exchange-record.ts'
import { readWebhook } from './people-surfaces.ts'
import { findDelivery } from './queries.ts'
import { isReadable } from './subscription.ts'

export const DeliveryParams = Type.Object({ ...WebhookParams.properties, deliveryId: Reference('whd') })

const { request, response, code } = DeliveryExchange.properties

const withheld = 'Null if the caller may not read the event type'

const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    request: Type.Object({
      ...request.properties,
      body: Nullable(
        Type.String({
          description: `${withheld}, or the event is no longer stored.`,
        }),
      ),
    }),
    response: { ...response, description: `${withheld}, or the receiver did not respond.` },
    code,
  },
  { title: 'WebhookDeliveryDetail' },
)

/** Finds an attempt and its event. Throws a 404 for unknown, deleted and foreign attempts. */
export const getDelivery = async (
  call: Pick<Call, 'read' | 'organizationId'>,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
) => {
  const { owner } = await readWebhook(call, webhookId)
  const row = firstOrNotFound(await call.read(findDelivery, { endpointId: webhookId, id: deliveryId }), 'delivery')
  return { ...row, owner, delivery: readRecord(Delivery, row.record) }
}

export const getWebhookDelivery = readEndpoint({
  name: 'getWebhookDelivery',
  summary: 'Get one delivery attempt with its request and response',
  tag: 'Webhooks',
  ...webhookSurfaces('/{webhookId}/deliveries/{deliveryId}', 'auditor'),
  params: DeliveryParams,
  response: DeliveryDetail,
  errors: ['not_found'],
  async run(call, { params }) {
    const { delivery, exchange, body } = await getDelivery(call, params)
    const { request, response, code } = readExchange(delivery, exchange)
    // A receiver's response may repeat the event.
    const visible = isReadable(call.actor, delivery.eventType) ? { body, response } : { body: null, response: null }
    return { ...delivery, request: { ...request, body: visible.body }, response: visible.response, code }
  },
})
