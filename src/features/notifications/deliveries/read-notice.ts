import type { Provided, Services } from '#http/call.ts'
import { effectiveChannels, mailModeOf, readChannelSettings } from '#src/features/notifications/channels.ts'
import { notificationKinds } from '#src/features/notifications/kinds.ts'
import { mailWords } from '#src/features/notifications/mail/mail-words.ts'
import type { Notice, Reminder } from '#src/features/notifications/mail/reminder.ts'
import { kindsFor } from '#src/features/notifications/notification.ts'
import { type DeliveryRow, findReminders, type RecipientRow } from './queries.ts'
import { readerOf } from './recipient.ts'

/** The number of records that a message names. */
const maxNamed = 50

export type MessageServices = Services & Provided<'searchStatements' | 'receivers' | 'workSources'>

/** The address of the page that opens a record, or what else its id names. */
const urlOf = (base: string, kind: string, recordId: string): string =>
  `${base}/open/${kind}/${encodeURIComponent(recordId)}`

/** Proof that never existed has the due date 0. */
const timeOf = (date: Date | null): number | null => date?.getTime() || null

/**
 * Reads what a message may say now: its notifications that are still open, of kinds that concern the person and are
 * not turned off, about records that they still see. Undefined if nothing is left.
 */
export const readNotice = async (
  services: MessageServices,
  organizationId: string,
  delivery: DeliveryRow,
  recipient: RecipientRow,
): Promise<Notice | undefined> => {
  const { db, searchStatements, settings, workSources } = services
  const { id: personId, role, unit_ids: units } = recipient
  const reach = { organizationId, units }
  const [channelSettings, open] = await Promise.all([
    db.read(organizationId, readChannelSettings, { personIds: [personId] }),
    db.read(reach, findReminders, { ids: delivery.notification_ids, personId }),
  ])
  const channels = effectiveChannels(channelSettings, personId)
  // The role or the units may have changed since the notifications were written.
  const kinds = new Set(kindsFor({ actor: { role, ...(units && { units }) }, workSources }))
  const wanted = open.filter(
    ({ kind, step, read_at: readAt }) =>
      kinds.has(kind) &&
      mailModeOf(kind, step, channels[kind]) !== 'off' &&
      !(readAt && notificationKinds[kind].ends === 'read'),
  )
  if (wanted.length === 0) return undefined
  const named = wanted.slice(0, maxNamed)
  const found = await db.read(reach, searchStatements.readFound, { ids: named.map(row => row.record_id) })
  const records = new Map(found.map(({ id, found: record }) => [id, record]))
  const reader = readerOf(recipient)
  const words = mailWords[reader.language]
  const reminders = named.map((row): Reminder => {
    const record = records.get(row.record_id)
    const title = record?.title ?? words.kinds[row.kind][0]
    return {
      kind: row.kind,
      recordId: row.record_id,
      title: row.more === null ? title : words.moreOverdue(title, row.more),
      key: record?.key ?? null,
      dueAt: timeOf(row.due_at),
      url: urlOf(settings.url, row.kind, row.record_id),
    }
  })
  return {
    mode: delivery.mode,
    reader,
    workspace: recipient.workspace,
    reminders,
    omitted: wanted.length - named.length,
    namesRecords: recipient.mail_names_records,
    workUrl: `${settings.url}/my-work`,
    settingsUrl: `${settings.url}/account/notifications`,
  }
}
