import { paged } from '#family/paged.ts'
import { listSecrets } from './posture-queries.ts'
import { SecretPosture, secretPosture } from './secret-posture.ts'

export const listWebhookSecretPostures = paged({
  name: 'listWebhookSecretPostures',
  summary: "List the posture of every webhook's signing secret, newest webhook first",
  tag: 'Webhooks',
  workspace: { path: '/webhook-secret-postures', roles: ['admin', 'auditor'] },
  plural: 'secretPostures',
  of: SecretPosture,
  read: (call, at) => call.read(listSecrets, at),
  show: (row, call) => secretPosture(call, row),
})
