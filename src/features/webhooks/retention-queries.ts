import { narrows, number, statement, text } from '#db/statement.ts'

export const createDayPartitions = statement(
  'make_day_partitions',
  { firstDay: text, days: number },
  'select make_day_partitions(:firstDay, :days) as made',
  narrows<{ made: number }>,
)

/** Drops the partitions of the days before a time. */
export const dropDayPartitions = statement(
  'drop_day_partitions',
  { before: text },
  'select drop_day_partitions(:before) as dropped',
  narrows<{ dropped: number }>,
)

export const organizationsWithDeletedWebhooks = statement(
  'organizations_with_deleted_webhooks',
  {},
  'select * from organizations_with_deleted_webhooks() as id',
)

/** Purges the queue of deleted endpoints, in chunks. */
export const purgeDeletedQueue = statement(
  'purge_deleted_webhook_queue',
  { limit: number },
  `with gone as (
     delete from webhook_queue q using (
       select x.endpoint_id, x.due, x.id
         from webhook_endpoint w
        cross join lateral (select q.endpoint_id, q.due, q.id from webhook_queue q
          where q.organization_id = :organization and q.endpoint_id = w.id limit :limit) x
        where w.organization_id = :organization and w.status = 'deleted' limit :limit) t
      where q.organization_id = :organization and q.endpoint_id = t.endpoint_id and q.due = t.due and q.id = t.id
     returning 1
   )
   select count(*)::int as purged from gone`,
)

/** Purges the events of deleted endpoints' replays that are not yet queued, in chunks. */
export const purgeDeletedReplays = statement(
  'purge_deleted_webhook_replays',
  { limit: number },
  `with gone as (
     delete from webhook_replay_event e using (
       select x.replay_id, x.event_id
         from webhook_endpoint w
         join webhook_replay r on r.organization_id = w.organization_id and r.endpoint_id = w.id and r.status = 'running'
        cross join lateral (select e.replay_id, e.event_id from webhook_replay_event e
          where e.organization_id = :organization and e.replay_id = r.id limit :limit) x
        where w.organization_id = :organization and w.status = 'deleted' limit :limit) t
      where e.organization_id = :organization and e.replay_id = t.replay_id and e.event_id = t.event_id
     returning 1
   )
   select count(*)::int as purged from gone`,
)

/**
 * Deletes the remaining data of endpoints deleted long enough ago that no transaction can still queue events for them.
 */
export const forgetDeletedLanes = statement(
  'forget_deleted_webhook_lanes',
  { until: text },
  `with ended as (
     select w.id from webhook_endpoint w where w.organization_id = :organization and w.status = 'deleted' and w.deleted_at <= :until
   ), letters as (
     delete from webhook_dead_letter where organization_id = :organization and endpoint_id in (select id from ended)
   ), replays as (
     update webhook_replay set status = 'cancelled'
      where organization_id = :organization and endpoint_id in (select id from ended) and status = 'running'
   )
   delete from webhook_lane where organization_id = :organization and endpoint_id in (select id from ended)`,
)
