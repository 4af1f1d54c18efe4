import { Type } from 'typebox'
import { paged } from '#family/paged.ts'
import { Id } from '#http/schema.ts'
import { WebhookParams } from './change-webhook.ts'
import { listDeadLetters } from './dead-letter-queries.ts'
import { Delivery } from './engine/delivery.ts'
import { readInProduct, readWebhook } from './people-surfaces.ts'

/** An event whose last attempt failed. It is stored until a replay delivers it or an administrator purges it. */
const DeadLetter = Type.Object({ eventId: Id('evt'), lastAttempt: Delivery }, { title: 'WebhookDeadLetter' })

export const listWebhookDeadLetters = paged({
  name: 'listWebhookDeadLetters',
  summary: 'List the dead letters of a webhook, newest event first',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/dead-letters'),
  params: WebhookParams,
  plural: 'deadLetters',
  of: DeadLetter,
  find: (call, { webhookId }) => readWebhook(call, webhookId),
  read: (call, { webhookId: endpointId, ...at }) => call.read(listDeadLetters, { ...at, endpointId }),
  show: ({ id, record }) => `{"eventId":"${id}","lastAttempt":${record}}`,
})
