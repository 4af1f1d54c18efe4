import { reading } from '#api/endpoint.ts'
import { notFound } from '#api/errors.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct } from './in-product.ts'
import { findSecret } from './posture-queries.ts'
import { SecretPosture, secretPosture } from './secret-posture.ts'

export const getWebhookSecretPosture = reading({
  name: 'getWebhookSecretPosture',
  summary: 'Get the posture of the signing secret of a webhook; never the secret',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/secret-posture'),
  params: WebhookParams,
  response: SecretPosture,
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findSecret, { endpointId: params.webhookId })
    if (!row) throw notFound('webhook')
    return secretPosture(call, row)
  },
})
