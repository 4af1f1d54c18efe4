import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct } from './in-product.ts'
import { findSecret } from './posture-queries.ts'
import { SecretPosture, secretPosture } from './secret-posture.ts'

export const getWebhookSecretPosture = reading({
  name: 'getWebhookSecretPosture',
  summary: "Get the posture of a webhook's signing secret, without the secret",
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/secret-posture'),
  params: WebhookParams,
  response: SecretPosture,
  errors: ['not_found'],
  async run(call, { params }) {
    const row = oneOr404(await call.read(findSecret, { endpointId: params.webhookId }), 'webhook')
    return secretPosture(call, row)
  },
})
