import { Type } from 'typebox'
import { changing, reading } from '#api/endpoint.ts'
import { webhookForms } from '#api/event.ts'
import { findForm, lockForm, switchForm } from './queries.ts'

const WebhookSettings = Type.Object(
  {
    webhookForm: Type.Enum([...webhookForms], {
      description: 'Record shape, event names, retry delays, and whether * is served.',
    }),
  },
  { title: 'WebhookSettings' },
)

/** Open points "Webhooks": the form is a setting of the workspace. */
export const getWebhookSettings = reading({
  name: 'getWebhookSettings',
  summary: 'Get the form in which the workspace serves webhooks',
  tag: 'Webhooks',
  workspace: { path: '/webhook-settings', roles: ['admin', 'auditor'] },
  response: WebhookSettings,
  async run(call) {
    const [{ form } = { form: 'unversioned' as const }] = await call.read(findForm, [call.organizationId])
    return { webhookForm: form }
  },
})

/** What is in a queue already is sent as it is. */
export const updateWebhookSettings = changing({
  name: 'updateWebhookSettings',
  summary: 'Switch the form in which the workspace serves webhooks',
  tag: 'Webhooks',
  method: 'PATCH',
  workspace: { path: '/webhook-settings', roles: ['admin'] },
  status: 200,
  action: 'webhook.settings',
  body: Type.Partial(WebhookSettings),
  response: WebhookSettings,
  async run({ tx, organizationId, audit, deliveries }, { body }) {
    const [{ form } = { form: 'unversioned' as const }] = await tx.query(lockForm, [organizationId])
    const { webhookForm = form } = body
    tx.write(switchForm, [organizationId, webhookForm], switched => {
      for (const { id } of switched) deliveries.changed(organizationId, id)
    })
    audit(organizationId, { before: form, after: webhookForm, detail: `${form} → ${webhookForm}` })
    return { webhookForm }
  },
})
