import type { Texts } from '#web/i18n/texts.ts'
import type { frameworks as en } from '#web/i18n/en/frameworks.ts'

export const frameworks: Texts<typeof en> = {
}
