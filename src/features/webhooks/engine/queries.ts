import type { WebhookForm } from '#api/event.ts'
import { type Kinds, nullable, number, numbers, type Prepared, rows, statement, text, texts } from '#db/statement.ts'
import type { Delivery } from './delivery.ts'

/** Joins the account that created an endpoint `w`, if one did. */
export const madeBy =
  'left join service_account account on account.organization_id = w.organization_id and account.id = w.service_account_id'

/** The status of an endpoint, or `stopped` while the account that created it is disabled. */
export const standing = `case when w.status = 'active' and account.disabled then 'stopped' else w.status end`

/** A lane: the delivery queue of one endpoint, leased to one node at a time. */
export interface LaneRow {
  organization_id: string
  endpoint_id: string
  epoch: number
}

export const leaseLanes = statement(
  'lease_webhook_lanes',
  { node: text, now: text, until: text, latest: text, most: number, endpointIds: nullable(texts) },
  'select organization_id, endpoint_id, epoch from lease_webhook_lanes(:node, :now, :until, :latest, :most, :endpointIds)',
  rows<LaneRow>,
)

/** Returns what is still held. */
export const renewLanes = statement(
  'renew_webhook_lanes',
  { node: text, until: text },
  'update webhook_lane set lease_until = :until where owner = :node returning endpoint_id, epoch',
  rows<{ endpoint_id: string; epoch: number }>,
)

export const heldLanes = statement(
  'held_webhook_lanes',
  { node: text },
  'select organization_id, endpoint_id, epoch, revision, status from held_webhook_lanes(:node)',
  rows<LaneRow & { revision: number; status: string }>,
)

/** A lane that was leased again meanwhile has another epoch. */
export const releaseLanes = statement(
  'release_webhook_lanes',
  { node: text, endpointIds: texts, epochs: numbers },
  `update webhook_lane l set owner = null, lease_until = null
     from unnest(:endpointIds::text[], :epochs::bigint[]) as t (endpoint_id, epoch)
    where l.owner = :node and l.endpoint_id = t.endpoint_id and l.epoch = t.epoch`,
)

/** On a database that only one process at a time can open, whoever else holds a lane is dead. */
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
  /** The read scopes of what it may get, and those of the account that created it; null for all. */
  scopes: string[] | null
  account_scopes: string[] | null
}

export const readEndpoints = statement(
  'read_webhook_endpoints_of_lanes',
  { ids: texts },
  `select w.id, w.url, ${standing} as status, w.secret, w.previous_secret, w.previous_secret_until,
          w.revision + coalesce(account.revision, 0) as revision, w.scopes, account.scopes as account_scopes,
          o.webhook_form as form, l.failing_since,
          exists (select from webhook_replay r
            where r.organization_id = w.organization_id and r.endpoint_id = w.id and r.status = 'running') as replaying
     from webhook_endpoint w
     join organization o on o.id = w.organization_id
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${madeBy}
    where w.organization_id = :organization and w.id = any (:ids)`,
  rows<EndpointRow>,
)

export interface RefillRow {
  endpoint_id: string
  due: number
  id: string
  ctid: string
  event_id: string
  attempt: number
  origin: Delivery['origin']
  /** Null on the one row of a lane that is not due yet. */
  body: string | null
}

/**
 * The next rows of several lanes after their cursors, and of each lane the first that is not due yet. Keyset, so rows
 * that were delivered and deleted are never visited again, even while an open transaction keeps them from being
 * vacuumed. An event that retention has dropped is in its dead letter.
 */
export const refillLanes = statement(
  'refill_webhook_lanes',
  { endpointIds: texts, dues: numbers, ids: texts, most: numbers, now: number },
  `select l.endpoint_id, r.due, r.id, r.ctid, r.event_id, r.attempt, r.origin, case when r.due <= :now then coalesce(e.body,
            (select d.body from webhook_dead_letter d
              where d.organization_id = :organization and d.endpoint_id = l.endpoint_id and d.event_id = r.event_id), '') end as body
     from unnest(:endpointIds::text[], :dues::bigint[], :ids::text[], :most::int[]) as l (endpoint_id, due, id, most)
    cross join lateral (
      (select q.due, q.id, q.ctid, q.event_id, q.attempt, q.origin from webhook_queue q
        where q.organization_id = :organization and q.endpoint_id = l.endpoint_id and (q.due, q.id) > (l.due, l.id) and q.due <= :now
        order by q.due, q.id limit l.most)
      union all
      (select q.due, q.id, q.ctid, q.event_id, q.attempt, q.origin from webhook_queue q
        where q.organization_id = :organization and q.endpoint_id = l.endpoint_id and q.due > :now
        order by q.due, q.id limit 1)
    ) r
     left join lateral (select o.body from outbox_event o
        where r.due <= :now and o.organization_id = :organization and o.id = r.event_id limit 1) e on true
    order by l.endpoint_id, r.due, r.id`,
  rows<RefillRow>,
)

/**
 * Separates rendered records, which never contain it: an array of texts would be escaped and parsed by character, 4 µs
 * for each delivery.
 */
export const separator = '\x01'
const separated = `E'\\x01'`

const sentAgain = new Map<Prepared, Prepared>()

/**
 * Declares a statement that inserts rows under given identifiers: the first time they cannot exist, and not checking
 * saves 4 µs for each delivery. `again` returns the statement that checks.
 */
const ending = <Given extends Kinds>(name: string, takes: Given, sqlOf: (conflict: string) => string) => {
  const first = statement(name, takes, sqlOf(''))
  sentAgain.set(first, statement(`${name}_again`, takes, sqlOf('on conflict do nothing')))
  return first
}

/** What to send after a failure, since the first may have been committed after all, or may yet be. */
export const again = (one: Prepared): Prepared => sentAgain.get(one) ?? one

/** A `ctid` that no row has. */
export const nowhere = '(0,0)'

const isEnded = 'q.organization_id = :organization and q.endpoint_id = t.endpoint_id and q.due = t.due and q.id = t.id'

/**
 * The most frequent outcome: live and test events that were delivered. A row is never updated, so it stays where it was
 * read unless the table is rewritten, and finding it by `ctid` saves 3 µs; one that has moved, or was never read, is
 * found by its key.
 */
export const endDelivered = ending(
  'end_webhook_deliveries',
  {
    endpointIds: texts,
    dues: numbers,
    ids: texts,
    eventIds: texts,
    deliveryIds: texts,
    records: text,
    exchanges: text,
    places: texts,
  },
  conflict => `with ended as (
     select * from unnest(:endpointIds::text[], :dues::bigint[], :ids::text[], :eventIds::text[], :deliveryIds::text[],
         string_to_array(:records, ${separated}), string_to_array(:exchanges, ${separated}), :places::tid[])
       as t (endpoint_id, due, id, event_id, delivery_id, record, exchange, place)
   ), kept as (
     insert into webhook_attempt (organization_id, endpoint_id, id, event_id, outcome, record, exchange)
     select :organization, endpoint_id, delivery_id, event_id, 'delivered', record, exchange from ended ${conflict}
   ), gone as (
     delete from webhook_queue q using ended t where q.ctid = t.place and ${isEnded} returning t.delivery_id
   )
   delete from webhook_queue q using ended t where t.delivery_id not in (select delivery_id from gone) and ${isEnded}`,
)

/**
 * Completed attempts: each row leaves the queue, and a failed one comes back with a later `due`. A row that another
 * owner has completed meanwhile matches nothing. `nextDues` are 0 where no attempt follows.
 */
export const endAttempts = ending(
  'end_webhook_attempts',
  {
    endpointIds: texts,
    dues: numbers,
    ids: texts,
    eventIds: texts,
    attempts: numbers,
    origins: texts,
    nextDues: numbers,
    outcomes: texts,
    deliveryIds: texts,
    records: text,
    exchanges: text,
  },
  conflict => `with ended as (
     select * from unnest(:endpointIds::text[], :dues::bigint[], :ids::text[], :eventIds::text[], :attempts::smallint[], :origins::text[], :nextDues::bigint[],
         :outcomes::text[], :deliveryIds::text[], string_to_array(:records, ${separated}), string_to_array(:exchanges, ${separated}))
       as t (endpoint_id, due, id, event_id, attempt, origin, next_due, outcome, delivery_id, record, exchange)
   ), gone as (
     delete from webhook_queue q using ended t where ${isEnded}
     returning t.endpoint_id, t.id, t.event_id, t.attempt, t.origin, t.next_due, t.outcome, t.delivery_id, t.record
   ), again as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select :organization, endpoint_id, next_due, id, event_id, attempt + 1, origin from gone where next_due > 0
     on conflict do nothing
   ), buried as (
     insert into webhook_dead_letter (organization_id, endpoint_id, event_id, body, record)
     select distinct on (g.endpoint_id, g.event_id) :organization, g.endpoint_id, g.event_id, e.body, g.record from gone g
      cross join lateral (
        (select body from outbox_event o where o.organization_id = :organization and o.id = g.event_id limit 1)
        union all
        (select d.body from webhook_dead_letter d
          where d.organization_id = :organization and d.endpoint_id = g.endpoint_id and d.event_id = g.event_id)
        limit 1) e
      where g.outcome = 'dead'
      order by g.endpoint_id, g.event_id, g.delivery_id desc
     on conflict (organization_id, endpoint_id, event_id) do update set record = excluded.record
   ), raised as (
     delete from webhook_dead_letter d using gone g
      where g.outcome = 'delivered' and g.origin = 'replay'
        and d.organization_id = :organization and d.endpoint_id = g.endpoint_id and d.event_id = g.event_id
   ), kept as (
     insert into webhook_attempt (organization_id, endpoint_id, id, event_id, outcome, record, exchange)
     select :organization, endpoint_id, delivery_id, event_id, outcome, record, exchange from ended ${conflict}
   )
   select count(*)::int as gone from gone`,
)

/** Audit rows for deliveries that ended together. */
export const auditDeliveries = ending(
  'audit_webhook_deliveries',
  { ids: texts, resourceIds: texts, records: texts },
  conflict => `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
   select :organization, t.id, 'webhook.deliver', 'webhook-dispatcher', t.resource_id, t.record
     from unnest(:ids::text[], :resourceIds::text[], :records::text[]) as t (id, resource_id, record) ${conflict}`,
)

/** Times are ISO 8601; `since` is empty for healthy ones, `verifiedAt` where it does not change. */
export const noteHealth = statement(
  'note_webhook_health',
  { endpointIds: texts, since: texts, verifiedAt: texts },
  `update webhook_lane l
      set failing_since = nullif(t.failing_since, '')::timestamptz,
          verified_at = coalesce(nullif(t.verified_at, '')::timestamptz, l.verified_at)
     from unnest(:endpointIds::text[], :since::text[], :verifiedAt::text[]) as t (endpoint_id, failing_since, verified_at)
    where l.organization_id = :organization and l.endpoint_id = t.endpoint_id`,
)

export const notifyChannel = 'probata_webhooks'

/** `endpoint ids, joined by commas` */
/** `endpointIds` are joined by commas. */
export const notifyNodes = statement(
  'notify_webhook_nodes',
  { endpointIds: text },
  `select pg_notify('${notifyChannel}', :endpointIds)`,
)

/**
 * Puts the next events of a replay into the queue, and ends a replay that has none left. Waits for a replay that is
 * being cancelled; the rows carry its identifier, so that they can be removed again.
 */
export const feedReplay = statement(
  'feed_webhook_replay',
  { endpointId: text, now: number, limit: number },
  `with running as (
     select id from webhook_replay
      where organization_id = :organization and endpoint_id = :endpointId and status = 'running' order by id limit 1 for update
   ), taken as (
     delete from webhook_replay_event e using (
       select x.replay_id, x.event_id from webhook_replay_event x
        where x.organization_id = :organization and x.replay_id = (select id from running) order by x.event_id limit :limit) next
      where e.organization_id = :organization and e.replay_id = next.replay_id and e.event_id = next.event_id
     returning e.replay_id, e.event_id
   ), queued as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select :organization, :endpointId, :now::bigint, replay_id || substr(event_id, 4), event_id, 1, 'replay' from taken
     on conflict do nothing
   ), done as (
     update webhook_replay set status = 'completed'
      where organization_id = :organization and id = (select id from running) and not exists (select from taken)
   )
   select count(*)::int as fed from taken`,
  rows<{ fed: number }>,
)
