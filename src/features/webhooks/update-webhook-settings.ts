import { Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { boundOrganization } from '#shared/settings.ts'
import { lockForm, switchForm } from './queries.ts'
import { showWebhookSettings, WebhookSettings, WebhookSettingsInput } from './settings.ts'

/** Events that are already queued are sent unchanged. */
export const updateWebhookSettings = changeEndpoint({
  name: 'updateWebhookSettings',
  summary: 'Switch the form in which the workspace serves webhooks',
  tag: 'Webhooks',
  method: 'PATCH',
  workspace: { path: '/webhook-settings', roles: ['admin'] },
  status: 200,
  action: 'webhook.settings',
  body: Type.Partial(WebhookSettingsInput),
  response: WebhookSettings,
  async run({ tx, organizationId, audit, deliveries }, { body }) {
    const [{ form } = { form: 'unversioned' as const }] = await tx.query(lockForm, {})
    const { webhookForm = form } = body
    tx.write(switchForm, { form: webhookForm }, switched => {
      for (const { id } of switched) deliveries.changed(organizationId, id)
    })
    const { content } = await currentRow(tx, boundOrganization, organizationId)
    audit(organizationId, { content, detail: `${form} → ${webhookForm}` })
    return showWebhookSettings(webhookForm)
  },
})
