import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'

/** Shows in a corner what has been done; it disappears by itself. */
export const useNotify = (): ((message: string) => void) => {
  const { t } = useTranslation()
  return message => notifications.show({ message, closeButtonProps: { 'aria-label': t('actions.close') } })
}
