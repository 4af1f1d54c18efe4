import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { listSecrets } from './posture-queries.ts'
import { SecretPosture, secretPosture } from './secret-posture.ts'

export const listWebhookSecretPostures = reading({
  name: 'listWebhookSecretPostures',
  summary: "List the posture of every webhook's signing secret, newest webhook first",
  tag: 'Webhooks',
  workspace: { path: '/webhook-secret-postures', roles: ['admin', 'auditor'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ secretPostures: Type.Array(SecretPosture), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listWebhookSecretPostures',
      plural: 'secretPostures',
      read: page => call.read(listSecrets, page),
      filters: {},
      query,
      render: row => JSON.stringify(secretPosture(call, row)),
    }),
})
