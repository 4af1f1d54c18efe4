import type { Transaction } from '#db/database.ts'
import type { RowOf } from '#db/statement.ts'
import type { Services } from '#http/call.ts'
import { day, iso } from '#lib/clock.ts'
import {
  type ChannelSetting,
  effectiveChannels,
  mailModeOf,
  readChannelSettings,
} from '#src/features/notifications/channels.ts'
import { createDeliveries } from './create-delivery.ts'
import { findRecipients, type RecipientRow, setSending, takeNewNotifications } from './queries.ts'
import { channelsOf, isWaiting } from './recipient.ts'

/** The number of notifications that one transaction sorts. */
export const sortedTogether = 500

/** The number of messages at once to a person in 24 hours; further notifications wait for the digest. */
const maxAtOnce = 30

type NewNotification = RowOf<typeof takeNewNotifications>

interface Sorting {
  readonly services: Services
  readonly tx: Transaction
  /** By person; those of the workspace have an empty id. */
  readonly settings: ReadonlyMap<string, readonly ChannelSetting[]>
}

/** Creates the deliveries of a person's notifications. Returns those that wait for the digest. */
const sortForPerson = (
  { services, tx, settings }: Sorting,
  recipient: RecipientRow,
  notifications: readonly NewNotification[],
): string[] => {
  const channels = channelsOf(recipient, services.mail.configured)
  const waits = channels.length === 0 && isWaiting(recipient, services.mail.configured)
  if (channels.length === 0 && !waits) return []
  const modes = effectiveChannels(
    [recipient.id, ''].flatMap(id => settings.get(id) ?? []),
    recipient.id,
  )
  const modeOf = ({ kind, step }: NewNotification) => mailModeOf(kind, step, modes[kind])
  const idsOf = (rows: readonly NewNotification[], mode: 'at_once' | 'digest') =>
    rows.filter(row => modeOf(row) === mode).map(({ id }) => id)
  const digest: string[] = []
  let { recent } = recipient
  for (const group of Map.groupBy(notifications, ({ kind }) => kind).values()) {
    const atOnce = idsOf(group, 'at_once')
    digest.push(...idsOf(group, 'digest'))
    if (atOnce.length === 0) continue
    if (waits || recent >= maxAtOnce) digest.push(...atOnce)
    else {
      const delivery = { personId: recipient.id, channels, mode: 'at_once', day: null } as const
      createDeliveries(services, tx, { ...delivery, notificationIds: atOnce })
      recent += 1
    }
  }
  return digest
}

/**
 * Sorts new notifications of a workspace: those that are mailed at once get a delivery for each person and kind, others
 * wait for the digest or are not sent. Returns their number.
 */
export const sortNewNotifications = (services: Services, organizationId: string): Promise<number> =>
  services.db.transaction(organizationId, async tx => {
    const rows = await tx.query(takeNewNotifications, { limit: sortedTogether })
    if (rows.length === 0) return 0
    const personIds = [...new Set(rows.map(({ person_id: id }) => id))]
    const settings = tx.ask(readChannelSettings, { personIds })
    const recipients = await tx.query(findRecipients, { ids: personIds, since: iso(services.clock.now() - day) })
    const byPerson = Map.groupBy(rows, ({ person_id: id }) => id)
    const sorting = { services, tx, settings: Map.groupBy(settings(), row => row.person_id) }
    const digest = new Set(recipients.flatMap(one => sortForPerson(sorting, one, byPerson.get(one.id) ?? [])))
    tx.write(setSending, { ids: [...digest], sending: 'digest' })
    tx.write(setSending, { ids: rows.map(({ id }) => id).filter(id => !digest.has(id)), sending: null })
    return rows.length
  })
