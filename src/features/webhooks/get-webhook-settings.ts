import { reading } from '#api/endpoint.ts'
import { findForm } from './queries.ts'
import { WebhookSettings } from './settings.ts'

/** Open points "Webhooks": the form is a setting of the workspace. */
export const getWebhookSettings = reading({
  name: 'getWebhookSettings',
  summary: 'Get the form in which the workspace serves webhooks',
  tag: 'Webhooks',
  workspace: { path: '/webhook-settings', roles: ['admin', 'auditor'] },
  response: WebhookSettings,
  async run(call) {
    const [{ form } = { form: 'unversioned' as const }] = await call.read(findForm, {})
    return { webhookForm: form }
  },
})
