import { countUnreadNotifications } from './count-unread-notifications.ts'
import { setEscalationDays } from './escalation.ts'
import { getNotificationChoices } from './get-notification-choices.ts'
import { getNotificationDefaults } from './get-notification-defaults.ts'
import { listNotifications } from './list-notifications.ts'
import { notifyPeople } from './notify-people.ts'
import { readNotifications } from './read-notifications.ts'
import { setNotificationChoice } from './set-notification-choice.ts'
import { setNotificationDefault } from './set-notification-default.ts'

export const notifications = {
  endpoints: [
    listNotifications,
    countUnreadNotifications,
    readNotifications,
    getNotificationChoices,
    setNotificationChoice,
    getNotificationDefaults,
    setNotificationDefault,
    setEscalationDays,
  ],
  jobs: [notifyPeople],
}
