import { getMessageChannels } from './account/get-message-channels.ts'
import { getPersonMail } from './account/get-person-mail.ts'
import { listMailBounces } from './account/list-mail-bounces.ts'
import { removeChatChannel } from './account/remove-chat-channel.ts'
import { resumeOwnMail } from './account/resume-own-mail.ts'
import { resumePersonMail } from './account/resume-person-mail.ts'
import { setChatChannel } from './account/set-chat-channel.ts'
import { testChatChannel } from './account/test-chat-channel.ts'
import { updateChatChannel } from './account/update-chat-channel.ts'
import { countUnreadNotifications } from './count-unread-notifications.ts'
import { collectDigests } from './deliveries/collect-digests.ts'
import { sendNotifications } from './deliveries/send-notifications.ts'
import { getNotificationChoices } from './get-notification-choices.ts'
import { getNotificationDefaults } from './get-notification-defaults.ts'
import { listNotifications } from './list-notifications.ts'
import { notifyPeople } from './notify-people.ts'
import { readNotifications } from './read-notifications.ts'
import { setEscalationDays } from './set-escalation-days.ts'
import { setNotificationChoice } from './set-notification-choice.ts'
import { setNotificationDefault } from './set-notification-default.ts'
import { lookAtUnsubscription } from './unsubscribe/look-at-unsubscription.ts'
import { openUnsubscribeLink } from './unsubscribe/open-unsubscribe-link.ts'
import { unsubscribe } from './unsubscribe/unsubscribe.ts'
import { unsubscribeByOneClick } from './unsubscribe/unsubscribe-by-one-click.ts'

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
    getMessageChannels,
    setChatChannel,
    updateChatChannel,
    removeChatChannel,
    testChatChannel,
    resumeOwnMail,
    getPersonMail,
    listMailBounces,
    resumePersonMail,
    lookAtUnsubscription,
    unsubscribe,
    openUnsubscribeLink,
    unsubscribeByOneClick,
  ],
  jobs: [notifyPeople, sendNotifications, collectDigests],
}
