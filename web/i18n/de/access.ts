import type { access as english } from '#web/i18n/en/access.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const access = {
  title: 'access',
} satisfies Texts<typeof english>
