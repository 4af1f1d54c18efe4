import { Type } from 'typebox'
import { type WebhookForm, webhookForms } from '#api/event.ts'
import { etagOf, versionField } from '#api/version.ts'

export const SettingsInput = Type.Object({
  webhookForm: Type.Enum([...webhookForms], {
    description: 'Record shape, event names, retry delays, and whether * is served.',
  }),
})

export const WebhookSettings = Type.Object(
  { ...SettingsInput.properties, ...versionField },
  { title: 'WebhookSettings' },
)

export const showSettings = (webhookForm: WebhookForm) => ({ webhookForm, etag: etagOf(webhookForm) })
