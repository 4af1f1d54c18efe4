import { useTranslation } from 'react-i18next'
import type { IsNamed } from '#web/api/version.ts'

/** Tells fields whose differences are shown by the names that they have in `changed.field`. */
export const useIsNamed = (): IsNamed => {
  const { i18n } = useTranslation()
  return field => i18n.exists(`changed.field.${field}`)
}
