import { readRecord } from '#http/record.ts'
import { webhookOwnerOf } from './owner.ts'
import type { WebhookRow } from './queries.ts'
import { Webhook, type WebhookWithOwner } from './webhook.ts'

/** Reads a webhook from its row. */
export const readWebhookRow = (row: WebhookRow): WebhookWithOwner => ({
  form: row.form,
  webhook: readRecord(Webhook, row.record),
  owner: webhookOwnerOf(row),
})
