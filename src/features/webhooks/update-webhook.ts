import { type Static, Type } from 'typebox'
import type { Actor } from '#api/access.ts'
import { changing, type Endpoint } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { step } from '#lib/flow.ts'
import { changeWebhook, doors, WebhookParams } from './change-webhook.ts'
import { webhookFields } from './create-webhook.ts'
import { boundAfter, typesOf } from './owner.ts'
import { checkReceiverUrl } from './receiver-url.ts'
import { readEventTypes, readsAll, requireReadable, requireSendable } from './subscription.ts'
import { type Present, ShownWebhook, showWebhook, Webhook, webhookFlow } from './webhook.ts'

const Changes = Type.Partial(
  Type.Object({ ...webhookFields, rotationIntervalDays: Webhook.properties.rotationIntervalDays }),
)

/**
 * Who sends events elsewhere, or other events, must be able to read them all; and whoever made the webhook, too: it
 * would hear of them never.
 */
const decide =
  (actor: Actor, body: Static<typeof Changes>) =>
  ({ webhook, form, owner }: Present) => {
    const { name, url, description, rotationIntervalDays } = body
    const events = body.events ? readEventTypes(body.events, form) : webhook.events
    const changed = { events: body.events !== undefined, url: url !== undefined }
    if (changed.events || changed.url) requireReadable(actor, typesOf(events, owner))
    const bound = boundAfter(owner, actor, changed)
    if (changed.events) requireSendable({ ...owner, bound }, events)
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

/** Interface section 4.5. */
export const updateWebhook = changing({
  name: 'updateWebhook',
  summary: 'Change a webhook',
  tag: 'Webhooks',
  method: 'PATCH',
  ...doors('/{webhookId}'),
  status: 200,
  action: 'webhook.update',
  keyRequired: true,
  params: WebhookParams,
  body: Changes,
  response: ShownWebhook,
  errors: ['not_found', 'forbidden_scope', 'unprocessable'],
  async run(change, { params, body }) {
    if (body.url !== undefined) await checkReceiverUrl(change, body.url)
    const { actor } = change
    return showWebhook(await changeWebhook(change, params.webhookId, decide(actor, body)), actor)
  },
})

type Transition = keyof typeof webhookFlow

/**
 * Resuming makes what waited flow, so it needs what reading it needs. Who could pause a webhook without that may undo it
 * without that; a pause of somebody who reads is not undone by a token that does not, be it of the same account.
 */
const transitions: Readonly<Record<Transition, (present: Present, actor: Actor) => Partial<Webhook>>> = {
  pause: ({ webhook, owner }, actor) => ({
    pausedBy: readsAll(actor, typesOf(webhook.events, owner)) ? null : actor.id,
  }),
  resume({ webhook, owner }, actor) {
    if (webhook.pausedBy !== actor.id) requireReadable(actor, typesOf(webhook.events, owner))
    return { pausedBy: null }
  },
}

const transition = (input: Transition, summary: string): Endpoint =>
  changing({
    name: `${input}Webhook`,
    summary,
    tag: 'Webhooks',
    method: 'POST',
    ...doors(`/{webhookId}/${input}`),
    status: 200,
    action: `webhook.${input}`,
    keyRequired: true,
    params: WebhookParams,
    response: ShownWebhook,
    errors: ['not_found', 'forbidden_scope', 'unprocessable'],
    async run(change, { params }) {
      const { actor } = change
      const changed = await changeWebhook(change, params.webhookId, present => {
        const status = step(webhookFlow, present.webhook.status, input)
        if (!status) throw new Refusal('unprocessable', `The webhook is ${present.webhook.status} already.`)
        return { webhook: { ...transitions[input](present, actor), status } }
      })
      return showWebhook(changed, actor)
    },
  })

export const pauseWebhook = transition('pause', 'Pause a webhook: its events wait')
export const resumeWebhook = transition('resume', 'Resume a webhook: what waited is delivered, in order')
