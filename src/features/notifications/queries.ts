import { choice, flag, nullable, number, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import type { MailMode } from './kinds.ts'

/** The open notifications of a person, newest first. Row-level security hides those about records of other units. */
export const listNotificationRows = statement(
  'list_notification_rows',
  { personId: text, kinds: texts, unread: flag, position: text, limit: number },
  `select t.id, t.kind, t.step, t.record_id, t.about_id, ${nameOf('t.about_id')} as about_name,
          (extract(epoch from t.due_at) * 1000)::bigint as due, t.created_at, t.read_at, t.more
     from notification t
    where t.organization_id = :organization and t.person_id = :personId and t.ended_at is null
      and t.kind = any(:kinds) and (not :unread or t.read_at is null) and t.id < :position
    order by t.id desc limit :limit`,
)

export const countUnread = statement(
  'count_unread_notifications',
  { personId: text, kinds: texts, limit: number },
  `select count(*)::int as count from (
     select from notification where organization_id = :organization and person_id = :personId and ended_at is null
        and read_at is null and kind = any(:kinds) order by id desc limit :limit) n`,
)

/** Marks some rows of a person as read, or all of some kinds up to an id. */
export const markRead = statement(
  'mark_notifications_read',
  { personId: text, ids: texts, kinds: texts, until: text, now: text },
  `update notification set read_at = :now::timestamptz
    where organization_id = :organization and person_id = :personId and ended_at is null and read_at is null
      and (id = any(:ids) or (id <= :until and kind = any(:kinds)))
   returning id`,
)

export const setChoice = statement(
  'set_notification_choice',
  { personId: text, kind: text, bell: nullable(flag), mail: nullable(choice<MailMode>) },
  `insert into notification_choice (organization_id, person_id, kind, bell, mail)
     values (:organization, :personId, :kind, :bell, :mail)
     on conflict (organization_id, person_id, kind) do update set bell = excluded.bell, mail = excluded.mail`,
)

export const listDefaults = statement(
  'list_notification_defaults',
  {},
  'select kind, bell, mail, after_days from notification_default where organization_id = :organization',
)

export const setDefault = statement(
  'set_notification_default',
  { kind: text, bell: nullable(flag), mail: nullable(choice<MailMode>) },
  `insert into notification_default (organization_id, kind, bell, mail) values (:organization, :kind, :bell, :mail)
     on conflict (organization_id, kind) do update set bell = excluded.bell, mail = excluded.mail`,
)

/** Makes the workspace's notifications be computed again, because its settings have changed. */
export const requestPass = statement(
  'request_notification_pass',
  {},
  'update notification_progress set changed = true where organization_id = :organization and not changed',
)
