import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { answerPage, notFound, pageQuery } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { Pagination } from '#api/schema.ts'
import { doors, WebhookParams } from './change-webhook.ts'
import { ownerOf } from './owner.ts'
import { findWebhook, listWebhooks as statement, type WebhookRow } from './queries.ts'
import { type Present, ShownWebhook, showWebhook, Webhook } from './webhook.ts'

const presentOf = (row: WebhookRow): Present => ({
  form: row.form,
  webhook: readRecord(Webhook, row.record),
  owner: ownerOf(row),
})

/** Open points "Detail and list endpoints". */
export const listWebhooks = reading({
  name: 'listWebhooks',
  summary: 'List webhooks, newest first',
  tag: 'Webhooks',
  ...doors('', 'auditor'),
  query: Type.Object(pageQuery),
  response: Type.Object({ webhooks: Type.Array(ShownWebhook), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listWebhooks',
      plural: 'webhooks',
      statement,
      filters: {},
      query,
      render: row => JSON.stringify(showWebhook(presentOf(row), call.actor)),
    }),
})

export const getWebhook = reading({
  name: 'getWebhook',
  summary: 'Get one webhook',
  tag: 'Webhooks',
  ...doors('/{webhookId}', 'auditor'),
  params: WebhookParams,
  response: ShownWebhook,
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findWebhook, [call.organizationId, params.webhookId])
    if (!row) throw notFound('webhook')
    return showWebhook(presentOf(row), call.actor)
  },
})
