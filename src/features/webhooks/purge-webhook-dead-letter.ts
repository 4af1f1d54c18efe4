import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { purgeDeadLetter } from './dead-letter-queries.ts'
import { changedInProduct, readWebhook } from './people-surfaces.ts'
import { DeadLetterParams } from './replay-webhook-dead-letter.ts'

/** A replay that is already queued is still delivered if the event itself is still stored. */
export const purgeWebhookDeadLetter = changeEndpoint({
  name: 'purgeWebhookDeadLetter',
  summary: 'Permanently remove a dead letter',
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
    const purged = firstOrNotFound(
      await change.tx.query(purgeDeadLetter, { endpointId: webhookId, eventId }),
      'dead letter',
    )
    change.audit(webhookId, { before: purged.record, detail: eventId })
    return null
  },
})
