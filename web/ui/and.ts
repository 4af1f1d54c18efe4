import { useTranslation } from 'react-i18next'

/** Several names as the reader's language lists them: "a, b and c". */
export const useAnd = (): ((names: readonly string[]) => string) => {
  const { i18n } = useTranslation()
  return names => new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names)
}
