import type { MailOutcome } from '#lib/mail-outcome.ts'
import { SealedError } from '#lib/sealed.ts'
import { chatBinding } from '#src/features/notifications/chat/address.ts'
import { composeChat, maxChatLines } from '#src/features/notifications/chat/chat-message.ts'
import { type ChatMessage, type ChatService, chatBody } from '#src/features/notifications/chat/payloads.ts'
import type { Notice } from '#src/features/notifications/mail/reminder.ts'
import type { RecipientRow } from './queries.ts'
import type { MessageServices } from './read-notice.ts'

/** Statuses after which the same message may be accepted later: the request came at a bad time. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

interface ChatTarget {
  readonly service: ChatService
  /** Sealed. */
  readonly address: string
  readonly organizationId: string
  readonly personId: string
}

/** Posts a message. The reply is the status or the failure, and never a part of the response. */
export const postToChat = async (
  { receivers, sealer }: Pick<MessageServices, 'receivers' | 'sealer'>,
  { service, address, organizationId, personId }: ChatTarget,
  message: ChatMessage,
): Promise<MailOutcome> => {
  const url = openAddress()
  if (url === undefined) return { state: 'rejected', reply: 'secret_unreadable' }
  const { status, failure } = await receivers.post(url, chatBody(service, message))
  if (failure === undefined) return { state: 'accepted' }
  const reply = status === null ? failure : `${status}`
  const isFinal = status !== null && status < 500 && !passing.has(status)
  return { state: isFinal ? 'rejected' : 'failed', reply }

  function openAddress(): string | undefined {
    try {
      return sealer.open(address, chatBinding(organizationId, personId))
    } catch (error) {
      if (error instanceof SealedError) return undefined
      throw error
    }
  }
}

const shorten = (notice: Notice): Notice => {
  const reminders = notice.reminders.slice(0, maxChatLines)
  return { ...notice, reminders, omitted: notice.omitted + notice.reminders.length - reminders.length }
}

/** Sends a delivery to the person's chat channel. */
export const sendChat = async (
  services: MessageServices,
  organizationId: string,
  recipient: RecipientRow,
  notice: Notice,
): Promise<MailOutcome> => {
  const { chat_service: service, chat_address: address } = recipient
  if (service === null || address === null) return { state: 'rejected', reply: '' }
  const message = composeChat(shorten(notice), services.clock.now())
  return postToChat(services, { service, address, organizationId, personId: recipient.id }, message)
}
