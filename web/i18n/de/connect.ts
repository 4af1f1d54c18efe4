import type { connect as english } from '#web/i18n/en/connect.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const connect = {
  title: 'connect',
} satisfies Texts<typeof english>
