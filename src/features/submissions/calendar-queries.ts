import { narrows, number, type RowOf, statement, text } from '#db/statement.ts'
import { waysInColumns } from '#shared/ways-in.ts'

/** A feed with its workspace and owner. */
export type FeedRow = RowOf<typeof findFeed>

export const packagesDue = statement(
  'submission_packages_due',
  { from: text, until: text, limit: number },
  `select p.record, r.record::json ->> 'title' as title, p.first_submitted_at
     from submission_package p
     join submission_requirement r on r.organization_id = p.organization_id and r.id = p.submission_requirement_id
    where p.organization_id = :organization and p.due_at >= :from and p.due_at < :until
    order by p.due_at, p.id limit :limit`,
  narrows<{ title: string }>,
)

export const insertFeed = statement(
  'insert_calendar_feed',
  { id: text, tokenSha256: text, createdBy: text, record: text },
  'insert into calendar_feed (organization_id, id, token_sha256, created_by, record) values (:organization, :id, :tokenSha256, :createdBy, :record)',
)

export const listFeeds = statement(
  'list_calendar_feed_active',
  { position: text, limit: number },
  `select id, record from calendar_feed
    where organization_id = :organization and id < :position and not revoked order by id desc limit :limit`,
)

/** Lists the feeds of one person. */
export const listFeedsOf = statement(
  'list_calendar_feed_of_person',
  { position: text, limit: number, createdBy: text },
  `select id, record from calendar_feed
    where organization_id = :organization and id < :position and created_by = :createdBy and not revoked order by id desc limit :limit`,
)

/** Locks a person, to serialize the creation of their feeds. */
export const lockOwner = statement(
  'lock_owner_of_calendar_feeds',
  { id: text },
  'select id from person where organization_id = :organization and id = :id for no key update',
)

export const countFeedsOf = statement(
  'count_calendar_feeds_of_person',
  { createdBy: text },
  'select count(*)::int as feeds from calendar_feed where organization_id = :organization and created_by = :createdBy and not revoked',
)

export const lockFeedsOf = statement(
  'lock_calendar_feeds_of_person',
  { createdBy: text },
  `select id, record from calendar_feed
    where organization_id = :organization and created_by = :createdBy and not revoked order by id for update`,
)

export const lockFeed = statement(
  'lock_calendar_feed',
  { id: text },
  'select created_by, record from calendar_feed where organization_id = :organization and id = :id and not revoked for update',
)

export const revokeFeed = statement(
  'revoke_calendar_feed',
  { id: text },
  'update calendar_feed set revoked = true where organization_id = :organization and id = :id',
)

/** Finds a feed by its token, except for a disabled person. The feed shows what its owner may see now. */
export const findFeed = statement(
  'find_calendar_feed',
  { tokenSha256: text },
  `select o.name, o.time_zone, f.record, p.id as person_id, p.unit_ids, ${waysInColumns}
     from calendar_feed f join organization o on o.id = f.organization_id
     join person p on p.organization_id = f.organization_id and p.id = f.created_by
    where f.organization_id = :organization and f.token_sha256 = :tokenSha256 and not f.revoked and not p.disabled`,
)
