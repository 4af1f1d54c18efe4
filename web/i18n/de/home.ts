import type { home as english } from '#web/i18n/en/home.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const home = {
  title: 'home',
} satisfies Texts<typeof english>
