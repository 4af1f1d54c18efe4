import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'

/** Confirms an action with a notification in the corner, which disappears by itself. */
export const useNotify = (): ((message: string) => void) => {
  const { t } = useTranslation()
  return message => notifications.show({ message, closeButtonProps: { 'aria-label': t('actions.close') } })
}
