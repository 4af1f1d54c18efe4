import { useTranslation } from 'react-i18next'
import type { IsNamed } from '#web/api/version.ts'

/** Returns a check for fields that have a name in `changed.field`, whose differences can be shown. */
export const useIsNamed = (): IsNamed => {
  const { i18n } = useTranslation()
  return field => i18n.exists(`changed.field.${field}`)
}
