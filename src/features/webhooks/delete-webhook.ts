import { Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { getLockedWebhook, notifyChanged, ownerDetail, WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { deleteWebhookRow as deleteRow } from './queries.ts'
import { boundWebhooks } from './webhook.ts'

/** Drops pending deliveries. */
export const deleteWebhook = changeEndpoint({
  name: 'deleteWebhook',
  summary: 'Permanently delete a webhook',
  tag: 'Webhooks',
  method: 'DELETE',
  ...webhookSurfaces('/{webhookId}'),
  status: 204,
  action: 'webhook.delete',
  keyRequired: true,
  params: WebhookParams,
  response: Type.Null(),
  errors: ['not_found'],
  async run(change, { params: { webhookId } }) {
    const { record: before, owner } = await getLockedWebhook(change, webhookId)
    change.tx.write(deleteRow, { id: webhookId, now: iso(change.now) })
    const { content } = await currentRow(change.tx, boundWebhooks, webhookId)
    change.audit(webhookId, { before, after: before, content, ...ownerDetail(change, { owner }) })
    notifyChanged(change, webhookId)
    return null
  },
})
