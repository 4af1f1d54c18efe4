import { reading } from '#api/endpoint.ts'
import { doors, WebhookParams } from './change-webhook.ts'
import { readWebhook } from './in-product.ts'
import { ShownWebhook, showWebhook } from './webhook.ts'

export const getWebhook = reading({
  name: 'getWebhook',
  summary: 'Get one webhook',
  tag: 'Webhooks',
  ...doors('/{webhookId}', 'auditor'),
  params: WebhookParams,
  response: ShownWebhook,
  errors: ['not_found'],
  async run(call, { params }) {
    return showWebhook(await readWebhook(call, params.webhookId), call.actor)
  },
})
