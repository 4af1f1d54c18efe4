import type { NotificationData } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { createFlag } from '#web/api/flag.ts'
import { loadCode } from '#web/api/load-code.ts'

/** Whether a notification was shown. The code of notifications loads with the first one. */
export const notified = createFlag()

/** Shows a notification in the corner, which disappears automatically. */
export const notify = async (notification: NotificationData): Promise<void> => {
  const { notifications } = await loadCode(() => import('@mantine/notifications'))
  notified.set(true)
  notifications.show(notification)
}

/** Confirms an action with a notification. */
export const useNotify = (): ((message: string) => void) => {
  const { t } = useTranslation()
  return message => void notify({ message, closeButtonProps: { 'aria-label': t('actions.close') } })
}
