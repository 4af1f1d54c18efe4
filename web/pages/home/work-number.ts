import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/display.ts'

/**
 * Returns a function that formats a count of work, such as "12", or "more than 1,000" if the server stopped counting.
 */
export const useWorkNumber = () => {
  const { t } = useTranslation('work')
  const format = useFormat()
  return ({ count, more }: { readonly count: number; readonly more: boolean }): string => {
    const number = format.number(count)
    return more ? t('atLeast', { number }) : number
  }
}
