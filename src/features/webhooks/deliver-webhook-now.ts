import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { getLockedWebhook, notifyChanged, ownerDetail, WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { typesOf } from './owner.ts'
import { startHastening } from './queries.ts'
import { touchWebhook } from './replay-queries.ts'
import { accountDisabled, webhookPaused } from './sentences.ts'
import { requireReadable } from './subscription.ts'

const maxCounted = 10_000

const Count = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, counted up to ${(maxCounted + 1).toLocaleString('en')}.` })

/** Brings forward all deliveries that wait for a retry, as resuming does (decision 100). */
export const deliverWebhookNow = changeEndpoint({
  name: 'deliverWebhookNow',
  summary: 'Deliver everything that is waiting for a retry now, in order, until an attempt fails',
  tag: 'Webhooks',
  method: 'POST',
  ...webhookSurfaces('/{webhookId}/deliver-now'),
  status: 200,
  action: 'webhook.deliver_now',
  params: WebhookParams,
  response: Type.Object(
    {
      waiting: Count('Deliveries that are waiting for a retry'),
      deadLetters: Count('Deliveries without attempts left; replay them to send them again'),
    },
    { title: 'WebhookDeliverNow' },
  ),
  errors: ['not_found', 'forbidden_scope', 'unprocessable'],
  async run(change, { params: { webhookId } }) {
    const { tx, actor, now } = change
    const { webhook, owner } = await getLockedWebhook(change, webhookId)
    requireReadable(actor, typesOf(webhook.events, owner))
    if (owner.disabled) throw new Refusal('unprocessable', accountDisabled)
    if (webhook.status === 'paused') throw new Refusal('unprocessable', webhookPaused)
    const [counts] = await tx.query(startHastening, { endpointId: webhookId, now, most: maxCounted })
    const { waiting = 0, dead_letters: deadLetters = 0 } = counts ?? {}
    tx.write(touchWebhook, { id: webhookId })
    change.audit(
      webhookId,
      ownerDetail(change, { owner }, `${waiting > maxCounted ? `more than ${maxCounted}` : waiting} waiting`),
    )
    notifyChanged(change, webhookId)
    return { waiting, deadLetters }
  },
})
