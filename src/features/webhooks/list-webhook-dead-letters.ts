import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Id, Pagination } from '#http/schema.ts'
import { WebhookParams } from './change-webhook.ts'
import { listDeadLetters } from './dead-letter-queries.ts'
import { Delivery } from './engine/delivery.ts'
import { readInProduct, readWebhook } from './in-product.ts'

/** An event whose last attempt failed. It is stored until a replay delivers it or an administrator purges it. */
const DeadLetter = Type.Object({ eventId: Id('evt'), lastAttempt: Delivery }, { title: 'WebhookDeadLetter' })

/** See interface section 3.5. */
export const listWebhookDeadLetters = reading({
  name: 'listWebhookDeadLetters',
  summary: 'List the dead letters of a webhook, newest event first',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/dead-letters'),
  params: WebhookParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ deadLetters: Type.Array(DeadLetter), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { webhookId }, query }) {
    await readWebhook(call, webhookId)
    return answerPage(call, {
      endpoint: 'listWebhookDeadLetters',
      plural: 'deadLetters',
      read: page => call.read(listDeadLetters, { ...page, endpointId: webhookId }),
      filters: { webhookId },
      query,
      render: ({ id, record }) => `{"eventId":"${id}","lastAttempt":${record}}`,
    })
  },
})
