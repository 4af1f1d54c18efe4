import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Reference } from '#http/schema.ts'
import { notifyChanged, ownerDetail, WebhookParams } from './change-webhook.ts'
import { findDeadLetter } from './dead-letter-queries.ts'
import { Delivery } from './engine/delivery.ts'
import { changedInProduct, readWebhook } from './people-surfaces.ts'
import { queueReplay } from './queries.ts'
import { requireSendable, unversionedName } from './subscription.ts'
import { QueuedEvent } from './test-webhook.ts'

export const DeadLetterParams = Type.Object({ ...WebhookParams.properties, eventId: Reference('evt') })

/** The dead letter stays until the replay is delivered (interface section 6.4, rule 5). */
export const replayWebhookDeadLetter = changeEndpoint({
  name: 'replayWebhookDeadLetter',
  summary: 'Deliver a dead letter again',
  tag: 'Webhooks',
  method: 'POST',
  ...changedInProduct('/{webhookId}/dead-letters/{eventId}/replay'),
  status: 200,
  action: 'webhook.replay',
  params: DeadLetterParams,
  response: QueuedEvent,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { webhookId, eventId } }) {
    const { tx, ids, now } = change
    const { owner } = await readWebhook(change, webhookId)
    const letter = firstOrNotFound(await tx.query(findDeadLetter, { endpointId: webhookId, eventId }), 'dead letter')
    const { eventType } = readRecord(Delivery, letter.record)
    requireSendable(owner, [unversionedName(eventType)])
    tx.write(queueReplay, { endpointId: webhookId, due: now, id: ids.next('whq', now), eventId })
    change.audit(webhookId, ownerDetail(change, { owner }, `${eventId}, a dead letter`))
    notifyChanged(change, webhookId)
    return { eventId, eventType }
  },
})
