import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { notFound } from '#api/family.ts'
import { WebhookParams } from './change-webhook.ts'
import { purgeDeadLetter as purge, purgeDeadLetters as purgeAll } from './dead-letter-queries.ts'
import { changedInProduct, readWebhook } from './in-product.ts'
import { DeadLetterParams } from './replay-dead-letter.ts'

/** A replay of it that is queued already is still delivered, while the event itself is kept. */
export const purgeDeadLetter = changing({
  name: 'purgeWebhookDeadLetter',
  summary: 'Give up a dead letter for good',
  tag: 'Webhooks',
  method: 'DELETE',
  ...changedInProduct('/{webhookId}/dead-letters/{eventId}'),
  status: 204,
  action: 'webhook.purge_dead_letter',
  params: DeadLetterParams,
  response: Type.Null(),
  errors: ['not_found'],
  async run(change, { params: { webhookId, eventId } }) {
    await readWebhook(change, webhookId)
    const [purged] = await change.tx.query(purge, [change.organizationId, webhookId, eventId])
    if (!purged) throw notFound('dead letter')
    change.audit(webhookId, { before: purged.record, detail: eventId })
    return null
  },
})

export const purgeDeadLetters = changing({
  name: 'purgeWebhookDeadLetters',
  summary: 'Give up all dead letters of a webhook for good',
  tag: 'Webhooks',
  method: 'DELETE',
  ...changedInProduct('/{webhookId}/dead-letters'),
  status: 200,
  action: 'webhook.purge_dead_letters',
  params: WebhookParams,
  response: Type.Object({ purged: Type.Integer({ description: 'How many there were.' }) }),
  errors: ['not_found'],
  async run(change, { params: { webhookId } }) {
    await readWebhook(change, webhookId)
    const [row] = await change.tx.query(purgeAll, [change.organizationId, webhookId])
    const purged = row?.purged ?? 0
    change.audit(webhookId, { detail: `${purged} dead letters` })
    return { purged }
  },
})
