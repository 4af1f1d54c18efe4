import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct } from './people-surfaces.ts'
import { findSecret } from './posture-queries.ts'
import { SecretPosture, secretPosture } from './secret-posture.ts'

export const getWebhookSecretPosture = readEndpoint({
  name: 'getWebhookSecretPosture',
  summary: "Get the posture of a webhook's signing secret, without the secret",
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/secret-posture'),
  params: WebhookParams,
  response: SecretPosture,
  errors: ['not_found'],
  async run(call, { params }) {
    const row = firstOrNotFound(await call.read(findSecret, { endpointId: params.webhookId }), 'webhook')
    return secretPosture(call, row)
  },
})
