import { readEndpoint } from '#http/endpoint.ts'
import { findForm, lockForm } from './queries.ts'
import { showWebhookSettings, WebhookSettings } from './settings.ts'

export const getWebhookSettings = readEndpoint({
  name: 'getWebhookSettings',
  summary: 'Get the form in which the workspace serves webhooks',
  tag: 'Webhooks',
  workspace: { path: '/webhook-settings', roles: ['admin', 'auditor'] },
  response: WebhookSettings,
  async version({ tx, organizationId }) {
    const [row] = await tx.query(lockForm, {})
    return row && { etag: showWebhookSettings(row.form).etag, resourceId: organizationId }
  },
  async run(call) {
    const [{ form } = { form: 'unversioned' as const }] = await call.read(findForm, {})
    return showWebhookSettings(form)
  },
})
