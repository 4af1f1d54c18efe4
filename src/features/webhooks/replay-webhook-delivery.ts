import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { notifyChanged, ownerDetail, webhookSurfaces } from './change-webhook.ts'
import { dueSoonMs } from './engine/queries.ts'
import { DeliveryParams, getDelivery } from './get-webhook-delivery.ts'
import { dropRetry, queueReplay } from './queries.ts'
import { requireReadable, requireSendable, unversionedName } from './subscription.ts'
import { QueuedEvent } from './test-webhook.ts'

/** Sends the same payload under a new delivery id (interface section 6.4, rule 5); if paused, when it resumes. */
export const replayWebhookDelivery = changeEndpoint({
  name: 'replayWebhookDelivery',
  summary: 'Deliver an event again, instead of its pending retry',
  tag: 'Webhooks',
  method: 'POST',
  ...webhookSurfaces('/{webhookId}/deliveries/{deliveryId}/replay'),
  status: 200,
  action: 'webhook.replay',
  params: DeliveryParams,
  response: QueuedEvent,
  errors: ['not_found', 'forbidden_scope', 'unprocessable'],
  async run(change, { params }) {
    const { tx, actor, ids, now } = change
    const { event_id: eventId, body, delivery, owner } = await getDelivery(change, params)
    requireReadable(actor, [delivery.eventType])
    requireSendable(owner, [unversionedName(delivery.eventType)])
    if (body === null)
      throw new Refusal(
        'unprocessable',
        sentence`delivery.event_not_kept: The event is no longer kept, so it cannot be delivered again.`,
      )
    tx.write(dropRetry, { endpointId: params.webhookId, eventId, after: now + dueSoonMs })
    tx.write(queueReplay, { endpointId: params.webhookId, due: now, id: ids.next('whq', now), eventId })
    change.audit(params.webhookId, ownerDetail(change, { owner }, `${eventId} of ${delivery.id}`))
    notifyChanged(change, params.webhookId)
    return { eventId, eventType: delivery.eventType }
  },
})
