import { Type } from 'typebox'
import { type WebhookForm, webhookForms } from '#http/event.ts'
import { etagOf, versionField } from '#http/version.ts'

export const WebhookSettingsInput = Type.Object({
  webhookForm: Type.Enum([...webhookForms], {
    description: 'The form determines the record shape, event names, retry delays and whether * is available.',
  }),
})

export const WebhookSettings = Type.Object(
  { ...WebhookSettingsInput.properties, ...versionField },
  { title: 'WebhookSettings' },
)

export const showWebhookSettings = (webhookForm: WebhookForm) => ({ webhookForm, etag: etagOf(webhookForm) })
