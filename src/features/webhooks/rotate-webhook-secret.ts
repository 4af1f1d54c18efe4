import { changeEndpoint } from '#http/endpoint.ts'
import { iso, minute } from '#lib/clock.ts'
import { changeWebhook, WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { signingSecretBinding } from './engine/receiver.ts'
import { newSigningSecret } from './engine/sign.ts'
import { rotateSecret } from './queries.ts'
import { showWithSecret, WebhookWithSecret } from './webhook.ts'

// The grace period of interface section 6.4, rule 6.
const gracePeriod = minute

/** Both secrets sign until the grace period ends. */
export const rotateWebhookSecret = changeEndpoint({
  name: 'rotateWebhookSecret',
  summary: 'Replace the signing secret of a webhook. The new one is shown only once; the old one stays valid for 60 s',
  tag: 'Webhooks',
  method: 'POST',
  ...webhookSurfaces('/{webhookId}/rotate-secret'),
  confirm: true,
  status: 200,
  action: 'webhook.rotate_secret',
  keyRequired: true,
  secret: 'signingSecret',
  params: WebhookParams,
  response: WebhookWithSecret,
  errors: ['not_found'],
  async run(change, { params: { webhookId } }) {
    const { tx, organizationId, actor, sealer, now } = change
    const secret = newSigningSecret()
    const changes = { webhook: { secretRotatedAt: iso(now) } }
    const updated = await changeWebhook(change, webhookId, () => changes)
    const sealed = sealer.seal(secret, signingSecretBinding(organizationId, webhookId))
    tx.write(rotateSecret, { id: webhookId, secret: sealed, previousSecretUntil: iso(now + gracePeriod) })
    return showWithSecret(updated, actor, secret)
  },
})
