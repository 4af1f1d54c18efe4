import type { Actor } from '#http/access.ts'
import { changeEndpoint, type Endpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { changeWebhook, WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { typesOf } from './owner.ts'
import { readsAll, requireReadable } from './subscription.ts'
import { ShownWebhook, showWebhook, type Webhook, type WebhookWithOwner, webhookFlow } from './webhook.ts'

type Transition = keyof typeof webhookFlow

/**
 * Resuming releases the queue, so it needs the scopes for reading its events. A caller who paused a webhook without
 * these scopes may also resume it without them. A token without the scopes cannot undo a pause by a caller who has
 * them, even if both belong to the same account.
 */
const transitions: Readonly<Record<Transition, (current: WebhookWithOwner, actor: Actor) => Partial<Webhook>>> = {
  pause: ({ webhook, owner }, actor) => ({
    pausedBy: readsAll(actor, typesOf(webhook.events, owner)) ? null : actor.id,
  }),
  resume({ webhook, owner }, actor) {
    if (webhook.pausedBy !== actor.id) requireReadable(actor, typesOf(webhook.events, owner))
    return { pausedBy: null }
  },
}

/** Creates the operation that pauses or resumes a webhook. */
export const createTransition = (transition: Transition, summary: string): Endpoint =>
  changeEndpoint({
    name: `${transition}Webhook`,
    summary,
    tag: 'Webhooks',
    method: 'POST',
    ...webhookSurfaces(`/{webhookId}/${transition}`),
    status: 200,
    action: `webhook.${transition}`,
    keyRequired: true,
    params: WebhookParams,
    response: ShownWebhook,
    errors: ['not_found', 'forbidden_scope', 'unprocessable'],
    async run(change, { params }) {
      const { actor } = change
      const updated = await changeWebhook(change, params.webhookId, current => {
        const status = statusAfter(webhookFlow, current.webhook.status, transition)
        if (!status)
          throw new Refusal(
            'unprocessable',
            sentence`webhook.status_unchanged: The webhook is already ${{ status: current.webhook.status }}.`,
          )
        return { webhook: { ...transitions[transition](current, actor), status } }
      })
      return showWebhook(updated, actor)
    },
  })
