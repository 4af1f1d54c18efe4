import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { answerPage, notFound, pageQuery } from '#api/family.ts'
import { Pagination } from '#api/schema.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct } from './in-product.ts'
import { findSecret, listSecrets } from './posture-queries.ts'
import { SecretPosture, secretPosture } from './secret-posture.ts'

export const getSecretPosture = reading({
  name: 'getWebhookSecretPosture',
  summary: 'Get the posture of the signing secret of a webhook; never the secret',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/secret-posture'),
  params: WebhookParams,
  response: SecretPosture,
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findSecret, [call.organizationId, params.webhookId])
    if (!row) throw notFound('webhook')
    return secretPosture(call, row)
  },
})

export const listSecretPostures = reading({
  name: 'listWebhookSecretPostures',
  summary: 'List the postures of the signing secrets of all webhooks, newest webhook first',
  tag: 'Webhooks',
  workspace: { path: '/webhook-secret-postures', roles: ['admin', 'auditor'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ secretPostures: Type.Array(SecretPosture), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listWebhookSecretPostures',
      plural: 'secretPostures',
      statement: listSecrets,
      filters: {},
      query,
      render: row => JSON.stringify(secretPosture(call, row)),
    }),
})
