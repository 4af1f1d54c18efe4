import type { webhooks as english } from '#web/i18n/en/webhooks.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const webhooks = {
  title: 'webhooks',
} satisfies Texts<typeof english>
