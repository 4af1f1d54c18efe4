import { useTranslation } from 'react-i18next'

/** Returns a function that formats a count of work, such as "12", or "more than 1,000" if the server stopped counting. */
export const useWorkNumber = () => {
  const { t, i18n } = useTranslation('work')
  return ({ count, more }: { readonly count: number; readonly more: boolean }): string => {
    const number = new Intl.NumberFormat(i18n.language).format(count)
    return more ? t('atLeast', { number }) : number
  }
}
