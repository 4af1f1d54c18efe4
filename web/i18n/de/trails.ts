import type { trails as english } from '#web/i18n/en/trails.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const trails = {
  title: 'trails',
} satisfies Texts<typeof english>
