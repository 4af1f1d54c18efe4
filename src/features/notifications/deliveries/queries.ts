import { choice, forItsValues, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import { leaseIsFree } from '#jobs/lease.ts'
import type { NotificationKind, Step } from '#src/features/notifications/kinds.ts'

/** Where a message goes. */
export type DeliveryChannel = 'mail' | 'chat'

export type DeliveryMode = 'at_once' | 'digest'

/** How a delivery ended. */
export type DeliveryEnd = 'sent' | 'skipped' | 'bounced' | 'rejected' | 'failed'

/** Returns rows if any workspace has something to sort or to send. */
export const messagesToSend = statement(
  'messages_to_send',
  { now: text, latest: text },
  'select * from messages_to_send(:now, :latest) as id',
)

export const organizationsToSort = statement(
  'organizations_to_sort',
  { limit: number },
  'select * from organizations_to_sort(:limit::int) as id',
)

/** The workspace whose delivery has waited longest comes first. */
export const organizationsToSend = statement(
  'organizations_to_send',
  { now: text, latest: text, limit: number },
  'select * from organizations_to_send(:now, :latest, :limit::int) as id',
)

export const organizationsWithDigests = statement(
  'organizations_with_digests',
  {},
  'select * from organizations_with_digests() as id',
)

export const organizationsWithOldDeliveries = statement(
  'organizations_with_old_deliveries',
  { before: text, limit: number },
  'select * from organizations_with_old_deliveries(:before, :limit::int) as id',
)

/** Locks notifications for which no delivery was considered yet, those of one person together. */
export const takeNewNotifications = statement(
  'take_new_notifications',
  { limit: number },
  `select id, person_id, kind, step from notification
    where organization_id = :organization and sending = 'new' and ended_at is null
    order by person_id, id limit :limit for update skip locked`,
  narrows<{ kind: NotificationKind; step: Step }>,
)

/**
 * Lists people with notifications that wait for a digest, and whether one of these is due in a period. With the time at
 * which a digest that failed is prepared again, and how often it has failed.
 */
export const listDigestPeople = statement(
  'list_people_with_digests',
  { after: text, dueFrom: text, dueUntil: text, limit: number },
  `select person_id, min(created_at) as oldest, max(retry_at) as retry_at, max(failures) as failures,
          coalesce(bool_or(due_at between :dueFrom::timestamptz and :dueUntil::timestamptz), false) as due_soon
     from notification
    where organization_id = :organization and sending = 'digest' and ended_at is null and person_id > :after
    group by person_id order by person_id limit :limit`,
  narrows<{ oldest: Date }>,
)

/** Locks the notifications of a person that wait for a digest, the oldest first. */
export const takeDigestNotifications = statement(
  'take_digest_notifications',
  { personId: text, before: text, limit: number },
  `select id, due_at from notification
    where organization_id = :organization and sending = 'digest' and ended_at is null and person_id = :personId
      and created_at < :before::timestamptz
    order by id limit :limit for update skip locked`,
)

export const setSending = forItsValues(
  statement(
    'set_notification_sending',
    { ids: texts, sending: nullable(choice<'digest'>) },
    'update notification set sending = :sending where organization_id = :organization and id = any(:ids)',
  ),
)

/** Postpones the digest of a person; the oldest of its notifications keeps the time. */
export const postponeDigest = statement(
  'postpone_digest',
  { personId: text, failures: number, retryAt: text },
  `update notification set failures = :failures::int, retry_at = :retryAt::timestamptz
    where organization_id = :organization and id = (
      select id from notification where organization_id = :organization and sending = 'digest' and ended_at is null
         and person_id = :personId order by id limit 1)`,
)

/** Stops notifications of people who can no longer sign in from waiting. */
export const stopWaiting = statement(
  'stop_notifications_waiting',
  { personIds: texts },
  `update notification set sending = null
    where organization_id = :organization and sending = 'digest' and ended_at is null and person_id = any(:personIds)`,
)

/** Lets notifications whose message did not arrive wait for the next digest, if they are not older than a time. */
export const returnToDigest = statement(
  'return_notifications_to_digest',
  { ids: texts, since: text },
  `update notification set sending = 'digest', failures = 0, retry_at = null
    where organization_id = :organization and id = any(:ids) and ended_at is null
      and created_at >= :since::timestamptz`,
)

export type RecipientRow = RowOf<typeof findRecipients>

/** The people that may get messages: those who may sign in, with all that decides where a message goes. */
export const findRecipients = statement(
  'find_notification_recipients',
  { ids: texts, since: text },
  `select p.id, p.role, p.unit_ids, p.record::json ->> 'name' as name, p.record::json ->> 'email' as email,
          p.language, p.time_zone, p.date_format,
          o.name as workspace, o.time_zone as workspace_zone, o.holiday_place, o.mail_names_records,
          b.address as bounced_address, c.service as chat_service, c.address as chat_address,
          c.with_mail, c.paused_at is not null as chat_paused,
          (select count(*)::int from notification_delivery d
            where d.organization_id = p.organization_id and d.person_id = p.id and d.mode = 'at_once'
              and d.created_at > :since::timestamptz) as recent
     from person p join organization o on o.id = p.organization_id
     left join mail_bounce b on b.organization_id = p.organization_id and b.person_id = p.id
     left join chat_channel c on c.organization_id = p.organization_id and c.person_id = p.id
    where p.organization_id = :organization and p.id = any(:ids) and not p.disabled and not o.sample`,
  narrows<{ name: string; email: string }>,
)

/** Whether the person has a digest of this date, in any channel. */
export const findDigestOf = statement(
  'find_digest_of_day',
  { personId: text, day: text },
  `select id from notification_delivery
    where organization_id = :organization and person_id = :personId and local_day = :day::date limit 1`,
)

export const insertDelivery = statement(
  'insert_notification_delivery',
  {
    id: text,
    personId: text,
    channel: choice<DeliveryChannel>,
    mode: choice<DeliveryMode>,
    day: nullable(text),
    notificationIds: texts,
    now: text,
  },
  `insert into notification_delivery (organization_id, id, person_id, channel, mode, local_day, notification_ids, due_at, created_at)
   values (:organization, :id, :personId, :channel, :mode, :day::date, :notificationIds, :now::timestamptz, :now::timestamptz)`,
)

export type DeliveryRow = RowOf<typeof claimDeliveries>

/** Takes deliveries that are due, so that no other node sends them until the lease ends. */
export const claimDeliveries = statement(
  'claim_notification_deliveries',
  { owner: text, until: text, now: text, latest: text, limit: number },
  `with due as (
     select id from notification_delivery
      where organization_id = :organization and state = 'pending' and due_at <= :now::timestamptz and ${leaseIsFree}
      order by due_at, id limit :limit for update skip locked
   )
   update notification_delivery d set lease_owner = :owner, lease_until = :until::timestamptz, attempts = d.attempts + 1
     from due
    where d.organization_id = :organization and d.id = due.id
   returning d.id, d.person_id, d.channel, d.mode, d.notification_ids, d.attempts, d.created_at`,
)

/** The notifications of a delivery that are still open and whose records the caller sees. */
export const findReminders = statement(
  'find_reminders_of_delivery',
  { ids: texts, personId: text },
  `select id, kind, step, record_id, due_at, read_at, more from notification
    where organization_id = :organization and id = any(:ids) and person_id = :personId and ended_at is null
    order by due_at nulls last, id`,
  narrows<{ kind: NotificationKind; step: Step }>,
)

/** Returns no row if another node has taken the delivery since. */
export const endDelivery = statement(
  'end_notification_delivery',
  { id: text, owner: text, state: choice<DeliveryEnd>, now: text },
  `update notification_delivery set state = :state, ended_at = :now::timestamptz, lease_owner = null, lease_until = null
    where organization_id = :organization and id = :id and lease_owner = :owner and state = 'pending' returning id`,
)

export const postponeDelivery = statement(
  'postpone_notification_delivery',
  { id: text, owner: text, due: text },
  `update notification_delivery set due_at = :due::timestamptz, lease_owner = null, lease_until = null
    where organization_id = :organization and id = :id and lease_owner = :owner and state = 'pending' returning id`,
)

/** Deletes old deliveries; those of today keep the digest to one a day. */
export const forgetDeliveries = statement(
  'forget_notification_deliveries',
  { before: text, limit: number },
  `delete from notification_delivery where organization_id = :organization and id in (
     select id from notification_delivery where organization_id = :organization and ended_at < :before::timestamptz
      order by ended_at, id limit :limit) returning id`,
)
