import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { nameControls } from '#client/verify/direction-controls.ts'

/** Sets the title of the browser tab. */
export const useWindowTitle = (title: string): void => {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${nameControls(title)} · ${t('product')}`
  }, [title, t])
}
