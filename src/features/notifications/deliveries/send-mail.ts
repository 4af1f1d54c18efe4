import { sha256Hex } from '#lib/hash.ts'
import type { Letter } from '#lib/mail.ts'
import type { MailOutcome } from '#lib/mail-outcome.ts'
import { composeMail } from '#src/features/notifications/mail/compose.ts'
import { layoutHtml } from '#src/features/notifications/mail/layout-html.ts'
import { layoutText } from '#src/features/notifications/mail/layout-text.ts'
import type { Notice } from '#src/features/notifications/mail/reminder.ts'
import { everyDigest, unsubscribeToken } from '#src/features/notifications/mail/unsubscribe-token.ts'
import type { DeliveryRow, RecipientRow } from './queries.ts'
import type { MessageServices } from './read-notice.ts'

/** A domain as List-Id has it, without the brackets of an address literal. */
const nameOf = (domain: string): string => domain.replaceAll(/[^A-Za-z0-9.-]+/g, '.').replaceAll(/^\.+|\.+$/g, '')

/** The thread of a record for mail programs. A digest of its id, so that the id does not leave. */
const threadOf = (organizationId: string, recordId: string, domain: string): string =>
  `<${sha256Hex(`${organizationId} ${recordId}`).slice(0, 32)}.thread@${domain}>`

interface MailInput {
  readonly organizationId: string
  readonly delivery: DeliveryRow
  readonly recipient: RecipientRow
  readonly notice: Notice
}

const letterOf = (services: MessageServices, { organizationId, delivery, recipient, notice }: MailInput): Letter => {
  const { mail, sealer, settings, clock } = services
  const [first] = notice.reminders
  const what = delivery.mode === 'digest' || !first ? everyDigest : first.kind
  const token = unsubscribeToken(sealer, { organizationId, personId: recipient.id, what })
  const parts = composeMail(notice, `${settings.url}/unsubscribe#${token}`, clock.now())
  const isOfOneRecord = notice.namesRecords && notice.reminders.length === 1 && notice.omitted === 0
  const workspace = organizationId.slice('org_'.length).toLowerCase()
  return {
    to: { name: notice.reader.name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), address: recipient.email },
    subject: parts.subject,
    text: layoutText(parts),
    html: layoutHtml(parts),
    messageId: `<${delivery.id.toLowerCase()}@${mail.domain}>`,
    date: delivery.created_at.getTime(),
    ...(isOfOneRecord && first && { references: threadOf(organizationId, first.recordId, mail.domain) }),
    headers: {
      'List-Id': `<${what.replaceAll('_', '-')}.${workspace}.notifications.${nameOf(mail.domain)}>`,
      'List-Unsubscribe': `<${settings.url}/api/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** Sends a delivery by mail. A repeat has the same Message-ID. */
export const sendMail = (services: MessageServices, input: MailInput): Promise<MailOutcome> =>
  services.mail.deliver(letterOf(services, input))
