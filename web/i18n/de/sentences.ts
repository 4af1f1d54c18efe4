import type { sentences as english } from '#web/i18n/en/sentences.ts'
import type { Texts } from '#web/i18n/texts.ts'
import { accessSentences } from './sentences-access.ts'
import { fieldSentences } from './sentences-fields.ts'
import { installSentences } from './sentences-install.ts'
import { messageSentences } from './sentences-messages.ts'
import { recordSentences } from './sentences-records.ts'
import { submissionSentences } from './sentences-submissions.ts'

export const sentences = {
  ...accessSentences,
  ...recordSentences,
  ...submissionSentences,
  ...installSentences,
  ...fieldSentences,
  ...messageSentences,
} satisfies Texts<typeof english>
