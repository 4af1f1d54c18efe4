import type { submissions as english } from '#web/i18n/en/submissions.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const submissions = {
  title: 'submissions',
} satisfies Texts<typeof english>
