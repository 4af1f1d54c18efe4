import { type Static, Type } from 'typebox'
import type { Actor } from '#api/access.ts'
import { changing, type Endpoint } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { step } from '#lib/flow.ts'
import { changeWebhook, doors, WebhookParams } from './change-webhook.ts'
import { webhookFields } from './create-webhook.ts'
import { checkReceiverUrl } from './receiver-url.ts'
import { accountOf, readEventTypes, requireReadable } from './subscription.ts'
import { ShownWebhook, showWebhook, Webhook, webhookFlow } from './webhook.ts'

const Changes = Type.Partial(
  Type.Object({ ...webhookFields, rotationIntervalDays: Webhook.properties.rotationIntervalDays }),
)

type Present = Parameters<Parameters<typeof changeWebhook>[2]>[0]

/** Who sends events elsewhere, or other events, must be able to read them. */
const decide =
  (actor: Actor, body: Static<typeof Changes>) =>
  ({ webhook, form, account }: Present) => {
    const { name, url, description, rotationIntervalDays } = body
    const events = body.events ? readEventTypes(body.events, form) : webhook.events
    if (body.events || url !== undefined) requireReadable(actor, events)
    const by = accountOf(actor)
    return {
      account: body.events ? by : url === undefined ? account : (by ?? account),
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
  errors: ['not_found', 'forbidden_scope'],
  async run(change, { params, body }) {
    if (body.url !== undefined) await checkReceiverUrl(change, body.url)
    const { form, webhook } = await changeWebhook(change, params.webhookId, decide(change.actor, body))
    return showWebhook(form, webhook)
  },
})

const transition = (input: keyof typeof webhookFlow, summary: string): Endpoint =>
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
    errors: ['not_found', 'unprocessable'],
    async run(change, { params }) {
      const { form, webhook } = await changeWebhook(change, params.webhookId, present => {
        const status = step(webhookFlow, present.webhook.status, input)
        if (!status) throw new Refusal('unprocessable', `The webhook is ${present.webhook.status} already.`)
        return { webhook: { status } }
      })
      return showWebhook(form, webhook)
    },
  })

export const pauseWebhook = transition('pause', 'Pause a webhook: its events wait')
export const resumeWebhook = transition('resume', 'Resume a webhook: what waited is delivered, in order')
