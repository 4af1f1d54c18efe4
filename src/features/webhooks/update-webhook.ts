import { type Static, Type } from 'typebox'
import type { Actor } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { changeWebhook, WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { webhookFields } from './create-webhook.ts'
import { boundAfter, typesOf } from './owner.ts'
import { checkReceiverUrl } from './receiver-url.ts'
import { readEventTypes, requireReadable, requireSendable } from './subscription.ts'
import { ShownWebhook, showWebhook, Webhook, type WebhookWithOwner } from './webhook.ts'

const Changes = Type.Partial(
  Type.Object({ ...webhookFields, rotationIntervalDays: Webhook.properties.rotationIntervalDays }),
)

/**
 * A caller who changes the URL or the event types must be able to read all events of the webhook. So must the owner,
 * because otherwise the events would never be sent.
 */
const decideChanges =
  (actor: Actor, body: Static<typeof Changes>) =>
  ({ webhook, form, owner }: WebhookWithOwner) => {
    const { name, url, description, rotationIntervalDays } = body
    const events = body.events ? readEventTypes(body.events, form) : webhook.events
    const isChanged = { events: body.events !== undefined, url: url !== undefined }
    if (isChanged.events || isChanged.url) requireReadable(actor, typesOf(events, owner))
    const bound = boundAfter(owner, actor, isChanged)
    if (isChanged.events) requireSendable({ ...owner, bound }, events)
    return {
      bound,
      webhook: {
        events,
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(rotationIntervalDays !== undefined && { rotationIntervalDays }),
      },
    }
  }

export const updateWebhook = changeEndpoint({
  name: 'updateWebhook',
  summary: 'Change a webhook',
  tag: 'Webhooks',
  method: 'PATCH',
  ...webhookSurfaces('/{webhookId}'),
  confirm: true,
  status: 200,
  action: 'webhook.update',
  keyRequired: true,
  params: WebhookParams,
  body: Changes,
  response: ShownWebhook,
  errors: ['not_found', 'forbidden_scope', 'unprocessable'],
  needs: ['receivers'],
  async run(change, { params, body }) {
    if (body.url !== undefined) await checkReceiverUrl(change, body.url)
    const { actor } = change
    return showWebhook(await changeWebhook(change, params.webhookId, decideChanges(actor, body)), actor)
  },
})
