import { useTranslation } from 'react-i18next'

/** Returns the words for a fixed detail of an audit row, such as `unchanged`; undefined for any other text. */
export const useDetailWords = (): ((detail: string) => string | undefined) => {
  const { i18n } = useTranslation('trails')
  const words: Readonly<Record<string, string>> = i18n.getResource(i18n.language, 'trails', 'audit.fixedDetails')
  return detail => (Object.hasOwn(words, detail) ? words[detail] : undefined)
}
