import { paged } from '#family/paged.ts'
import { webhookSurfaces } from './change-webhook.ts'
import { readWebhookRow } from './present.ts'
import { selectWebhooks as statement } from './queries.ts'
import { ShownWebhook, showWebhook } from './webhook.ts'

export const listWebhooks = paged({
  name: 'listWebhooks',
  summary: 'List webhooks, newest first',
  tag: 'Webhooks',
  ...webhookSurfaces('', 'auditor'),
  plural: 'webhooks',
  of: ShownWebhook,
  read: (call, at) => call.read(statement, at),
  show: (row, call) => showWebhook(readWebhookRow(row), call.actor),
})
