import { statement } from '#db/statement.ts'

/** `organization_id, from, until, how many` */
export const packagesDue = statement<{ record: string; title: string; first_submitted_at: Date | null }>(
  'submission_packages_due',
  `select p.record, r.record::json ->> 'title' as title, p.first_submitted_at
     from submission_package p
     join submission_requirement r on r.organization_id = p.organization_id and r.id = p.submission_requirement_id
    where p.organization_id = $1 and p.due_at >= $2 and p.due_at < $3
    order by p.due_at, p.id limit $4`,
)

/** `organization_id, id, token_sha256, created_by, record` */
export const insertFeed = statement(
  'insert_calendar_feed',
  'insert into calendar_feed (organization_id, id, token_sha256, created_by, record) values ($1, $2, $3, $4, $5)',
)

export const listFeeds = statement<{ id: string; record: string }>(
  'list_calendar_feed_active',
  `select id, record from calendar_feed
    where organization_id = $1 and id < $2 and not revoked order by id desc limit $3`,
)

/** The same of one person. `organization_id, position, limit, created_by` */
export const listFeedsOf = statement<{ id: string; record: string }>(
  'list_calendar_feed_of_person',
  `select id, record from calendar_feed
    where organization_id = $1 and id < $2 and created_by = $4 and not revoked order by id desc limit $3`,
)

export const lockFeed = statement<{ created_by: string; record: string }>(
  'lock_calendar_feed',
  'select created_by, record from calendar_feed where organization_id = $1 and id = $2 and not revoked for update',
)

export const revokeFeed = statement(
  'revoke_calendar_feed',
  'update calendar_feed set revoked = true where organization_id = $1 and id = $2',
)

/** A feed ends with its person: one of somebody who is disabled is not found. `organization_id, token_sha256` */
export const findFeed = statement<{ name: string; time_zone: string }>(
  'find_calendar_feed',
  `select o.name, o.time_zone from calendar_feed f join organization o on o.id = f.organization_id
     join person p on p.organization_id = f.organization_id and p.id = f.created_by
    where f.organization_id = $1 and f.token_sha256 = $2 and not f.revoked and not p.disabled`,
)
