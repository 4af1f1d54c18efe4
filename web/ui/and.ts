import { useTranslation } from 'react-i18next'

/** Joins names in the reader's language: "a, b and c". */
export const useJoinNames = (): ((names: readonly string[]) => string) => {
  const { i18n } = useTranslation()
  return names => new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names)
}
