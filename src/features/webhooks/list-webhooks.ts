import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { webhookSurfaces } from './change-webhook.ts'
import { readWebhookRow } from './present.ts'
import { selectWebhooks as statement } from './queries.ts'
import { ShownWebhook, showWebhook } from './webhook.ts'

/** See open points "Detail and list endpoints". */
export const listWebhooks = reading({
  name: 'listWebhooks',
  summary: 'List webhooks, newest first',
  tag: 'Webhooks',
  ...webhookSurfaces('', 'auditor'),
  query: Type.Object(pageQuery),
  response: Type.Object({ webhooks: Type.Array(ShownWebhook), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listWebhooks',
      plural: 'webhooks',
      read: page => call.read(statement, page),
      filters: {},
      query,
      render: row => JSON.stringify(showWebhook(readWebhookRow(row), call.actor)),
    }),
})
