import { forItsValues, narrows, nullable, number, numbers, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { WebhookForm } from '#http/event.ts'
import type { Delivery } from './delivery.ts'

/** Joins the service account that created an endpoint `w`, if any. */
export const joinCreator =
  'left join service_account account on account.organization_id = w.organization_id and account.id = w.service_account_id'

/** The status of an endpoint, or `stopped` while the account that created it is disabled. */
export const endpointStatusSql = `case when w.status = 'active' and account.disabled then 'stopped' else w.status end`

/** A leased lane: the delivery queue of one endpoint, which one node holds at a time. */
export type LaneRow = RowOf<typeof leaseLanes>

export const leaseLanes = statement(
  'lease_webhook_lanes',
  { node: text, now: text, until: text, latest: text, most: number, endpointIds: nullable(texts) },
  'select organization_id, endpoint_id, epoch from lease_webhook_lanes(:node, :now, :until, :latest, :most, :endpointIds)',
)

/** Returns the lanes that are still held. */
export const renewLanes = statement(
  'renew_webhook_lanes',
  { node: text, until: text },
  'update webhook_lane set lease_until = :until where owner = :node returning endpoint_id, epoch',
)

export const findHeldLanes = statement(
  'held_webhook_lanes',
  { node: text },
  'select organization_id, endpoint_id, epoch, revision, status from held_webhook_lanes(:node)',
)

/** Releases lanes. A lane that was leased again meanwhile has a different epoch and stays leased. */
export const releaseLanes = statement(
  'release_webhook_lanes',
  { node: text, endpointIds: texts, epochs: numbers },
  `update webhook_lane l set owner = null, lease_until = null
     from unnest(:endpointIds::text[], :epochs::bigint[]) as t (endpoint_id, epoch)
    where l.owner = :node and l.endpoint_id = t.endpoint_id and l.epoch = t.epoch`,
)

/** Releases the lanes of all other nodes, which are dead if only one process at a time can open the database. */
export const releaseLanesOfOthers = statement(
  'release_webhook_lanes_of_others',
  { node: text },
  'update webhook_lane set owner = null, lease_until = null where owner <> :node',
)

export interface EndpointRow {
  id: string
  url: string
  /** `stopped` while the account that created it is disabled. */
  status: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  revision: number
  form: WebhookForm
  failing_since: Date | null
  replaying: boolean
  /** When the endpoint last changed; null before the first change. */
  changed_at: Date | null
  /** The read scopes that the endpoint is bound to; null for all. */
  scopes: string[] | null
  /** The read scopes of the service account that created the endpoint; null for all. */
  account_scopes: string[] | null
}

export const selectLaneEndpoints = forItsValues(
  statement(
    'read_webhook_endpoints_of_lanes',
    { ids: texts },
    `select w.id, w.url, ${endpointStatusSql} as status, w.secret, w.previous_secret, w.previous_secret_until,
          w.revision + coalesce(account.revision, 0) as revision, w.scopes, account.scopes as account_scopes,
          o.webhook_form as form, l.failing_since,
          case when w.revision > 1 then (w.record::json ->> 'updatedAt')::timestamptz end as changed_at,
          l.hastening or exists (select from webhook_replay r
            where r.organization_id = w.organization_id and r.endpoint_id = w.id and r.status = 'running') as replaying
     from webhook_endpoint w
     join organization o on o.id = w.organization_id
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${joinCreator}
    where w.organization_id = :organization and w.id = any (:ids)`,
  ),
)

export interface RefillRow {
  endpoint_id: string
  due: number
  id: string
  ctid: string
  event_id: string
  attempt: number
  origin: Delivery['origin']
  later: number | null
  /** Null in the one row of a lane that is not yet due. */
  body: string | null
}

/**
 * Reads the next rows of several lanes after their cursors, and the first row of each lane that is not yet due. Paging
 * by key never visits delivered and deleted rows again, even while an open transaction prevents their vacuuming. If
 * retention has deleted an event, its body comes from the dead letter.
 */
export const refillLanes = statement(
  'refill_webhook_lanes',
  { endpointIds: texts, dues: numbers, ids: texts, most: numbers, now: number },
  `select l.endpoint_id, r.due, r.id, r.ctid, r.event_id, r.attempt, r.origin, r.later, case when r.due <= :now then coalesce(e.body,
            (select d.body from webhook_dead_letter d
              where d.organization_id = :organization and d.endpoint_id = l.endpoint_id and d.event_id = r.event_id), '') end as body
     from unnest(:endpointIds::text[], :dues::bigint[], :ids::text[], :most::int[]) as l (endpoint_id, due, id, most)
    cross join lateral (
      (select q.due, q.id, q.ctid, q.event_id, q.attempt, q.origin, q.later from webhook_queue q
        where q.organization_id = :organization and q.endpoint_id = l.endpoint_id and (q.due, q.id) > (l.due, l.id) and q.due <= :now
        order by q.due, q.id limit l.most)
      union all
      (select q.due, q.id, q.ctid, q.event_id, q.attempt, q.origin, q.later from webhook_queue q
        where q.organization_id = :organization and q.endpoint_id = l.endpoint_id and q.due > :now
        order by q.due, q.id limit 1)
    ) r
     left join lateral (select o.body from outbox_event o
        where r.due <= :now and o.organization_id = :organization and o.id = r.event_id limit 1) e on true
    order by l.endpoint_id, r.due, r.id`,
  narrows<{ endpoint_id: string; origin: Delivery['origin'] }>,
)

export const notifyChannel = 'probata_webhooks'

/** `endpointIds` is a list joined by commas. */
export const notifyNodes = statement(
  'notify_webhook_nodes',
  { endpointIds: text },
  `select pg_notify('${notifyChannel}', :endpointIds)`,
)

/**
 * Puts the next events of a replay into the queue, and ends a replay without further events. Waits while a replay is
 * being cancelled. The rows contain the id of the replay, so that a cancellation can remove them.
 */
export const feedReplay = statement(
  'feed_webhook_replay',
  { endpointId: text, now: number, limit: number },
  `with running as (
     select id from webhook_replay
      where organization_id = :organization and endpoint_id = :endpointId and status = 'running' order by id limit 1 for update
   ), next as (
     select x.replay_id, x.event_id from webhook_replay_event x
      where x.organization_id = :organization and x.replay_id = (select id from running) order by x.event_id limit :limit
   ), taken as (
     delete from webhook_replay_event e using next
      where e.organization_id = :organization and e.replay_id = next.replay_id and e.event_id = next.event_id
     returning e.replay_id, e.event_id
   ), queued as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select :organization, :endpointId, :now::bigint, replay_id || substr(event_id, 4), event_id, 1, 'replay' from taken
     on conflict do nothing
   ), done as (
     update webhook_replay set status = 'completed'
      where organization_id = :organization and id = (select id from running) and not exists (select from next)
   )
   select count(*)::int as fed from taken`,
)

/** Rows due within this time are not brought forward: they may be in flight, and could be delivered twice. */
export const dueSoonMs = 10_000

/**
 * Brings forward the next deliveries that are waiting for a retry, and ends this mode if none remains. A row keeps the
 * scheduled time of its attempt: if the early attempt fails, it does not count, and the row is due at that time again.
 */
export const hastenRetries = statement(
  'hasten_webhook_retries',
  { endpointId: text, now: number, after: number, limit: number },
  `with lane as (
     select endpoint_id from webhook_lane
      where organization_id = :organization and endpoint_id = :endpointId and hastening for update
   ), next as (
     select q.due, q.id from lane, webhook_queue q
      where q.organization_id = :organization and q.endpoint_id = lane.endpoint_id and q.due > :after::bigint
      order by q.due, q.id limit :limit
   ), moved as (
     delete from webhook_queue q using next
      where q.organization_id = :organization and q.endpoint_id = :endpointId and q.due = next.due and q.id = next.id
     returning q.id, q.event_id, q.attempt, q.origin, q.due
   ), queued as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin, later)
     select :organization, :endpointId, :now::bigint, id, event_id, attempt, origin, due from moved
   ), done as (
     update webhook_lane set hastening = false
      where organization_id = :organization and endpoint_id = (select endpoint_id from lane) and not exists (select from next)
   )
   select count(*)::int as fed from moved`,
)
