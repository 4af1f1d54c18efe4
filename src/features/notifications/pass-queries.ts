import { forItsValues, number, statement, text, texts } from '#db/statement.ts'
import { isAbsentSql } from '#shared/deputies.ts'

export const organizationsToNotify = statement(
  'organizations_to_notify',
  { at: text, limit: number },
  'select * from organizations_to_notify(:at, :limit) as id',
)

/** The progress of the bound workspace, its time zone, and after how many days overdue work is escalated. */
export const findProgress = statement(
  'find_notification_progress',
  {},
  `select p.version::bigint as version, p.walked, p.next_at, p.elapsed_ms, o.time_zone, d.after_days
     from notification_progress p join organization o on o.id = p.organization_id
     left join notification_default d on d.organization_id = p.organization_id and d.kind = 'escalated'
    where p.organization_id = :organization`,
)

/** Each update expects the version that was read, so that outdated results of another node change nothing. */
export const startPass = statement(
  'start_notification_pass',
  { version: number },
  `update notification_progress set version = version + 1, walked = '', changed = false, next_at = 'infinity',
          elapsed_ms = 0
    where organization_id = :organization and version = :version returning version`,
)

export const continuePass = statement(
  'continue_notification_pass',
  { version: number, walked: text, nextAt: text, elapsed: number },
  `update notification_progress set version = version + 1, walked = :walked, elapsed_ms = :elapsed::bigint,
          next_at = least(next_at, :nextAt::timestamptz)
    where organization_id = :organization and version = :version returning version`,
)

export const endPass = statement(
  'end_notification_pass',
  { version: number, nextAt: text, resumeAt: text },
  `update notification_progress set version = version + 1, walked = null, resume_at = :resumeAt::timestamptz,
          due_at = greatest(least(next_at, :nextAt::timestamptz), :resumeAt::timestamptz)
    where organization_id = :organization and version = :version returning version`,
)

/** The next people of a pass, with those who can no longer sign in, whose rows end. */
export const listPeopleToNotify = statement(
  'list_people_to_notify',
  { after: text, limit: number },
  `select id, role, disabled, unit_ids from person
    where organization_id = :organization and id > :after order by id limit :limit`,
)

/** The open rows of people, other than those of kinds that do not follow from their own work. */
export const listOpenNotifications = forItsValues(
  statement(
    'list_open_notifications',
    { personIds: texts, otherKinds: texts },
    `select id, person_id, kind, record_id, step, occasion, (extract(epoch from due_at) * 1000)::bigint as due
       from notification
      where organization_id = :organization and person_id = any(:personIds) and ended_at is null
        and kind <> all(:otherKinds)`,
  ),
)

/** The open escalations of the overdue work of people. */
export const listOpenEscalations = statement(
  'list_open_escalations',
  { personIds: texts },
  `select id, person_id, record_id, about_id, more from notification
    where organization_id = :organization and about_id = any(:personIds) and ended_at is null and kind = 'escalated'`,
)

/** Administrators who see the whole workspace; those who are not absent, such as deputies of absent ones, first. */
export const listEscalationReceivers = statement(
  'list_escalation_receivers',
  { nowTime: text, limit: number },
  `select p.id from person p left join deputy d on d.organization_id = p.organization_id and d.person_id = p.id
    where p.organization_id = :organization and p.role = 'admin' and not p.disabled and p.unit_ids is null
    order by ${isAbsentSql}, p.id limit :limit`,
)

/**
 * Inserts rows given as JSON. A row that ended because its reason was gone for a while is opened again instead, still
 * read if it was.
 */
export const insertNotifications = statement(
  'insert_notifications',
  { rows: text, now: text },
  `insert into notification (organization_id, id, person_id, kind, record_id, step, occasion, about_id, due_at,
                             created_at, more)
   select :organization, r.id, r.person, r.kind, r.record, r.step, r.occasion, r.about, r.due, :now::timestamptz, r.more
     from json_to_recordset(:rows::json) r (id text, person text, kind text, record text, step text, occasion text,
                                            about text, due timestamptz, more int)
   on conflict on constraint notification_once do update
     set ended_at = null, due_at = excluded.due_at, more = excluded.more
     where notification.ended_at is not null`,
)

export const endNotifications = statement(
  'end_notifications',
  { ids: texts, now: text },
  `update notification set ended_at = :now::timestamptz
    where organization_id = :organization and id = any(:ids) and ended_at is null`,
)

export const moveNotifications = statement(
  'move_notifications',
  { rows: text },
  `update notification n set due_at = r.due, more = r.more
     from json_to_recordset(:rows::json) r (id text, due timestamptz, more int)
    where n.organization_id = :organization and n.id = r.id`,
)

/** Deletes rows that ended or were read before a time, and rows that end when read and were never read. */
export const deleteOldNotifications = statement(
  'delete_old_notifications',
  { before: text, unreadBefore: text, readKinds: texts, limit: number },
  `delete from notification where organization_id = :organization and id in (
     (select id from notification where organization_id = :organization and ended_at < :before::timestamptz
       order by ended_at limit :limit)
     union all
     (select id from notification where organization_id = :organization and read_at < :before::timestamptz
         and kind = any(:readKinds) order by read_at limit :limit)
     union all
     (select id from notification where organization_id = :organization and ended_at is null and read_at is null
         and kind = any(:readKinds) and created_at < :unreadBefore::timestamptz order by id limit :limit))`,
)
