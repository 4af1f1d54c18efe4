import { Type } from 'typebox'
import { webhookForms } from '#api/event.ts'

export const WebhookSettings = Type.Object(
  {
    webhookForm: Type.Enum([...webhookForms], {
      description: 'Record shape, event names, retry delays, and whether * is served.',
    }),
  },
  { title: 'WebhookSettings' },
)
