import { readEndpoint } from '#http/endpoint.ts'
import { versioned } from '#http/version.ts'
import { readLocked } from '#shared/read-locked.ts'
import { WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { readWebhook } from './people-surfaces.ts'
import { readWebhookRow } from './present.ts'
import { findWebhook, lockWebhook } from './queries.ts'
import { ShownWebhook, showWebhook, webhookEtag } from './webhook.ts'

export const getWebhook = readEndpoint({
  name: 'getWebhook',
  summary: 'Get one webhook',
  tag: 'Webhooks',
  ...webhookSurfaces('/{webhookId}', 'auditor'),
  params: WebhookParams,
  response: ShownWebhook,
  async version({ tx }, id) {
    const [row] = await readLocked(tx, lockWebhook, findWebhook, { id })
    return row && { etag: webhookEtag(readWebhookRow(row)), resourceId: id }
  },
  errors: ['not_found'],
  async run(call, { params }) {
    const webhook = await readWebhook(call, params.webhookId)
    return versioned(JSON.stringify(showWebhook(webhook, call.actor)), webhookEtag(webhook))
  },
})
