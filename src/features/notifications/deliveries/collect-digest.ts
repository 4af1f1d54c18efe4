import type { Services } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { localDay } from '#lib/time-zone.ts'
import { createDeliveries } from './create-delivery.ts'
import type { DigestDay } from './digest-time.ts'
import { findDigestOf, type RecipientRow, setSending, takeDigestNotifications } from './queries.ts'
import { channelsOf, isWaiting, readerOf } from './recipient.ts'

/** The number of notifications that a digest is about at most; the others wait for the next. */
const maxInDigest = 2000

/**
 * Creates the digest of a person for a date, from the notifications that waited for it at 08:00. None on a weekend or
 * rest day unless something is due that day, and one at most. Returns whether there is one.
 */
export const collectDigest = (
  services: Services,
  { organizationId, recipient, today, rests }: CollectInput,
): Promise<boolean> =>
  services.db.transaction(organizationId, async tx => {
    const { mail } = services
    const { id: personId } = recipient
    const { zone } = readerOf(recipient)
    const values = { personId, before: iso(today.dueAt), limit: maxInDigest }
    const rows = await tx.query(takeDigestNotifications, values)
    const [earlier] = await tx.query(findDigestOf, { personId, day: today.day })
    if (earlier || rows.length === 0) return false
    const isDueToday = rows.some(({ due_at: due }) => due && localDay(due.getTime(), zone) === today.day)
    if (rests && !isDueToday) return false
    const channels = channelsOf(recipient, mail.configured)
    if (channels.length === 0 && isWaiting(recipient, mail.configured)) return false
    const notificationIds = rows.map(({ id }) => id)
    tx.write(setSending, { ids: notificationIds, sending: null })
    if (channels.length === 0) return false
    createDeliveries(services, tx, { personId, channels, mode: 'digest', day: today.day, notificationIds })
    return true
  })

interface CollectInput {
  readonly organizationId: string
  readonly recipient: RecipientRow
  readonly today: DigestDay
  /** Whether the date is a weekend or rest day. */
  readonly rests: boolean
}
