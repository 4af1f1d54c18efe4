import type { Reader } from '#src/features/notifications/mail/reminder.ts'
import type { DeliveryChannel, RecipientRow } from './queries.ts'

export const readerOf = (row: RecipientRow): Reader => ({
  name: row.name,
  language: row.language ?? 'en',
  zone: row.time_zone ?? row.workspace_zone,
  dateFormat: row.date_format,
})

/** Whether a mail server refused the address that the person still has. */
export const isBounced = ({ email, bounced_address: address }: RecipientRow): boolean => address === email

const hasChat = ({ chat_service: service, chat_paused: paused }: RecipientRow): boolean => service !== null && !paused

/** Where messages to a person go now. A person with only a chat channel gets mail while that is paused. */
export const channelsOf = (row: RecipientRow, mailIsConfigured: boolean): DeliveryChannel[] => {
  const chat = hasChat(row)
  const mail = mailIsConfigured && !isBounced(row) && (!chat || row.with_mail === true)
  return [...(mail ? (['mail'] as const) : []), ...(chat ? (['chat'] as const) : [])]
}

/** Whether messages wait instead of being dropped: the address or the chat channel can be repaired. */
export const isWaiting = (row: RecipientRow, mailIsConfigured: boolean): boolean =>
  (mailIsConfigured && isBounced(row)) || row.chat_paused
