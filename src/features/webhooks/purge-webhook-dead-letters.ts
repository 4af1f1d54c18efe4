import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { WebhookParams } from './change-webhook.ts'
import { purgeDeadLetters } from './dead-letter-queries.ts'
import { changedInProduct, readWebhook } from './people-surfaces.ts'

export const purgeWebhookDeadLetters = changeEndpoint({
  name: 'purgeWebhookDeadLetters',
  summary: 'Permanently remove all dead letters of a webhook',
  tag: 'Webhooks',
  method: 'DELETE',
  ...changedInProduct('/{webhookId}/dead-letters'),
  status: 200,
  action: 'webhook.purge_dead_letters',
  params: WebhookParams,
  response: Type.Object({ purged: Type.Integer({ description: 'The number of removed dead letters.' }) }),
  errors: ['not_found'],
  async run(change, { params: { webhookId } }) {
    await readWebhook(change, webhookId)
    const [row] = await change.tx.query(purgeDeadLetters, { endpointId: webhookId })
    const purged = row?.purged ?? 0
    change.audit(webhookId, { detail: `${purged} dead letters` })
    return { purged }
  },
})
