import { readRecord } from '#api/record.ts'
import { ownerOf } from './owner.ts'
import type { WebhookRow } from './queries.ts'
import { type Present, Webhook } from './webhook.ts'

/** A webhook from its row. */
export const presentOf = (row: WebhookRow): Present => ({
  form: row.form,
  webhook: readRecord(Webhook, row.record),
  owner: ownerOf(row),
})
