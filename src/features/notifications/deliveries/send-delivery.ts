import type { Transaction } from '#db/database.ts'
import { day, iso } from '#lib/clock.ts'
import type { MailOutcome } from '#lib/mail-outcome.ts'
import { recordChatFailure, recordChatSent } from '#src/features/notifications/chat/queries.ts'
import { nextSending } from './backoff.ts'
import { recordBounce } from './bounce-queries.ts'
import {
  type DeliveryEnd,
  type DeliveryRow,
  endDelivery,
  findRecipients,
  postponeDelivery,
  type RecipientRow,
  returnToDigest,
} from './queries.ts'
import { type MessageServices, readNotice } from './read-notice.ts'
import { channelsOf, isBounced } from './recipient.ts'
import { sendChat } from './send-chat.ts'
import { sendMail } from './send-mail.ts'

/** The number of messages in a row that a chat service does not accept before its channel pauses. */
export const maxChatFailures = 5

/** Notifications older than this whose message failed by an error are given up, so that it does not repeat forever. */
const returnedFor = 7 * day

interface Attempt {
  readonly services: MessageServices
  readonly organizationId: string
  /** The id of the run, which holds the lease. */
  readonly owner: string
  readonly delivery: DeliveryRow
}

interface Ending {
  readonly state: DeliveryEnd
  /** Whether the notifications wait for the next digest, because no message about them arrived. */
  readonly returns: boolean
  /** Only those that are not older than this time wait. */
  readonly since?: string
  readonly record?: (tx: Transaction) => void
}

const end = (
  { services, organizationId, owner, delivery }: Attempt,
  { state, returns, since = '-infinity', record }: Ending,
) =>
  services.db.transaction(organizationId, async tx => {
    const now = iso(services.clock.now())
    const ended = await tx.query(endDelivery, { id: delivery.id, owner, state, now })
    if (ended.length === 0) return
    record?.(tx)
    if (returns) tx.write(returnToDigest, { ids: delivery.notification_ids, since })
  })

const postpone = ({ services, organizationId, owner, delivery }: Attempt, due: number, record?: Ending['record']) =>
  services.db.transaction(organizationId, async tx => {
    const values = { id: delivery.id, owner, due: iso(due) }
    if ((await tx.query(postponeDelivery, values)).length > 0) record?.(tx)
  })

/** Whether no mail about the same notifications may have arrived. */
const isOnlyMessage = ({ channel }: DeliveryRow, recipient: RecipientRow | undefined): boolean =>
  channel === 'mail' || recipient?.with_mail === false

/** Records the outcome of a message. */
const settle = async (attempt: Attempt, recipient: RecipientRow, { state, reply = '' }: MailOutcome): Promise<void> => {
  const { services, delivery } = attempt
  const { channel, person_id: personId } = delivery
  const now = services.clock.now()
  const isChat = channel === 'chat'
  const chatFailed = (tx: Transaction) =>
    tx.write(recordChatFailure, { personId, reply, limit: maxChatFailures, now: iso(now) })
  const failed = isChat ? { record: chatFailed } : {}
  const returns = isOnlyMessage(delivery, recipient)
  if (state === 'accepted') {
    const sent = (tx: Transaction) => tx.write(recordChatSent, { personId, now: iso(now) })
    return end(attempt, { state: 'sent', returns: false, ...(isChat && { record: sent }) })
  }
  if (state === 'bounced') {
    const bounced = (tx: Transaction) =>
      tx.write(recordBounce, { personId, address: recipient.email, reply, now: iso(now) })
    return end(attempt, { state, returns: true, record: bounced })
  }
  if (state === 'rejected') return end(attempt, { state, returns: isChat && returns, ...failed })
  const due = nextSending(delivery.attempts, delivery.created_at.getTime(), now)
  if (due === undefined) return end(attempt, { state: 'failed', returns, ...failed })
  return postpone(attempt, due, failed.record)
}

const findRecipient = async ({ services, organizationId, delivery }: Attempt): Promise<RecipientRow | undefined> => {
  const values = { ids: [delivery.person_id], since: iso(services.clock.now()) }
  const [row] = await services.db.read(organizationId, findRecipients, values)
  return row
}

/** Whether the notifications of a message that cannot go out now wait for the digest: its address may be repaired. */
const waitsForRepair = (recipient: RecipientRow, { channel }: DeliveryRow): boolean =>
  channel === 'mail' ? isBounced(recipient) : recipient.chat_paused && recipient.with_mail === false

const trySending = async (attempt: Attempt, recipient: RecipientRow | undefined): Promise<boolean> => {
  const { services, organizationId, delivery } = attempt
  const channels = recipient ? channelsOf(recipient, services.mail.configured) : []
  if (!recipient || !channels.includes(delivery.channel)) {
    await end(attempt, { state: 'skipped', returns: recipient !== undefined && waitsForRepair(recipient, delivery) })
    return true
  }
  const notice = await readNotice(services, organizationId, delivery, recipient)
  if (!notice) {
    await end(attempt, { state: 'skipped', returns: false })
    return true
  }
  const outcome =
    delivery.channel === 'mail'
      ? await sendMail(services, { organizationId, delivery, recipient, notice })
      : await sendChat(services, organizationId, recipient, notice)
  await settle(attempt, recipient, outcome)
  return delivery.channel === 'chat' || outcome.state !== 'failed' || outcome.reply !== ''
}

/**
 * Sends a claimed delivery, or ends it if nothing is left to say. Returns false if the server could not be reached, so
 * that others are not tried in vain. An error counts as an attempt, so that no delivery fails forever.
 */
export const sendDelivery = async (attempt: Attempt): Promise<boolean> => {
  const { services, delivery } = attempt
  let recipient: RecipientRow | undefined
  try {
    recipient = await findRecipient(attempt)
    return await trySending(attempt, recipient)
  } catch (error) {
    const now = services.clock.now()
    const due = nextSending(delivery.attempts, delivery.created_at.getTime(), now)
    const returns = isOnlyMessage(delivery, recipient)
    const failed = { state: 'failed', returns, since: iso(now - returnedFor) } as const
    await (due === undefined ? end(attempt, failed) : postpone(attempt, due))
    throw error
  }
}
