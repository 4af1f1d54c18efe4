import { statement } from '#db/statement.ts'

/** `first day, how many` */
export const makeDayPartitions = statement<{ made: number }>(
  'make_day_partitions',
  'select make_day_partitions($1, $2) as made',
)

/** `before` */
export const dropDayPartitions = statement<{ dropped: number }>(
  'drop_day_partitions',
  'select drop_day_partitions($1) as dropped',
)

export const organizationsWithDeletedWebhooks = statement<{ id: string }>(
  'organizations_with_deleted_webhooks',
  'select * from organizations_with_deleted_webhooks() as id',
)

/** The queue of deleted endpoints, in chunks. `organization_id, how many` */
export const purgeDeletedQueue = statement<{ purged: number }>(
  'purge_deleted_webhook_queue',
  `with gone as (
     delete from webhook_queue q using (
       select x.endpoint_id, x.due, x.id
         from webhook_endpoint w
        cross join lateral (select q.endpoint_id, q.due, q.id from webhook_queue q
          where q.organization_id = $1 and q.endpoint_id = w.id limit $2) x
        where w.organization_id = $1 and w.status = 'deleted' limit $2) t
      where q.organization_id = $1 and q.endpoint_id = t.endpoint_id and q.due = t.due and q.id = t.id
     returning 1
   )
   select count(*)::int as purged from gone`,
)

/** What their replays have not queued yet, in chunks. `organization_id, how many` */
export const purgeDeletedReplays = statement<{ purged: number }>(
  'purge_deleted_webhook_replays',
  `with gone as (
     delete from webhook_replay_event e using (
       select x.replay_id, x.event_id
         from webhook_endpoint w
         join webhook_replay r on r.organization_id = w.organization_id and r.endpoint_id = w.id and r.status = 'running'
        cross join lateral (select e.replay_id, e.event_id from webhook_replay_event e
          where e.organization_id = $1 and e.replay_id = r.id limit $2) x
        where w.organization_id = $1 and w.status = 'deleted' limit $2) t
      where e.organization_id = $1 and e.replay_id = t.replay_id and e.event_id = t.event_id
     returning 1
   )
   select count(*)::int as purged from gone`,
)

/**
 * Ends what is left of endpoints that were deleted so long ago that no change can still be queueing for them.
 * `organization_id, deleted until`
 */
export const forgetDeletedLanes = statement(
  'forget_deleted_webhook_lanes',
  `with ended as (
     select w.id from webhook_endpoint w where w.organization_id = $1 and w.status = 'deleted' and w.deleted_at <= $2
   ), letters as (
     delete from webhook_dead_letter where organization_id = $1 and endpoint_id in (select id from ended)
   ), replays as (
     update webhook_replay set status = 'cancelled'
      where organization_id = $1 and endpoint_id in (select id from ended) and status = 'running'
   )
   delete from webhook_lane where organization_id = $1 and endpoint_id in (select id from ended)`,
)
