import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { nameControls } from '#client/verify/direction-controls.ts'

/** What the browser's tab says. */
export const useWindowTitle = (title: string): void => {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${nameControls(title)} · ${t('product')}`
  }, [title, t])
}
