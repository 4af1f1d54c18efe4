import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { eventName } from '#http/event.ts'
import { Id } from '#http/schema.ts'
import { getLockedWebhook, ownerDetail, WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { accountDisabled, webhookPaused } from './sentences.ts'
import { renderTestedWebhook, webhookTest } from './test-event.ts'
import { webhookName } from './webhook.ts'

/** The event that was put into the webhook's queue. */
export const QueuedEvent = Type.Object({ eventId: Id('evt'), eventType: Type.String() }, { title: 'QueuedEvent' })

/** The outcome appears in the list of deliveries. */
export const testWebhook = changeEndpoint({
  name: 'testWebhook',
  summary: 'Send a webhook.test event to this webhook only',
  tag: 'Webhooks',
  method: 'POST',
  ...webhookSurfaces('/{webhookId}/test'),
  status: 200,
  action: 'webhook.test',
  params: WebhookParams,
  response: QueuedEvent,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { webhookId } }) {
    const { webhook, form, owner } = await getLockedWebhook(change, webhookId)
    if (owner.disabled) throw new Refusal('unprocessable', accountDisabled)
    if (webhook.status === 'paused') throw new Refusal('unprocessable', webhookPaused)
    const { id, createdAt } = webhook
    const content = renderTestedWebhook({ id, name: webhookName(webhook), createdAt })
    const eventId = change.emit(webhookTest, { webhook: content }, webhookId)
    change.audit(webhookId, ownerDetail(change, { owner }, eventId))
    return { eventId, eventType: eventName(form, webhookTest.type) }
  },
})
