import type { WebhookForm } from '#api/event.ts'
import { type Statement, statement } from '#db/statement.ts'

/** Joins the account that made an endpoint `w`, if one did. */
export const madeBy =
  'left join service_account account on account.organization_id = w.organization_id and account.id = w.service_account_id'

/** The status of an endpoint, or `stopped` while the account that made it is disabled. */
export const standing = `case when w.status = 'active' and account.disabled then 'stopped' else w.status end`

/** A lane: the deliveries of one endpoint, leased to one node at a time. */
export interface LaneRow {
  organization_id: string
  endpoint_id: string
  epoch: number
}

/** `node, now, new end, latest end that is believable, how many, endpoint ids or null for any` */
export const leaseLanes = statement<LaneRow>(
  'lease_webhook_lanes',
  'select organization_id, endpoint_id, epoch from lease_webhook_lanes($1, $2, $3, $4, $5, $6)',
)

/** `node, new end`; answers what is still held. */
export const renewLanes = statement<{ endpoint_id: string; epoch: number }>(
  'renew_webhook_lanes',
  'update webhook_lane set lease_until = $2 where owner = $1 returning endpoint_id, epoch',
)

/** `node` */
export const heldLanes = statement<LaneRow & { revision: number; status: string }>(
  'held_webhook_lanes',
  'select organization_id, endpoint_id, epoch, revision, status from held_webhook_lanes($1)',
)

/** A lane that was leased anew meanwhile has another epoch. `node, endpoint ids, epochs` */
export const releaseLanes = statement(
  'release_webhook_lanes',
  `update webhook_lane l set owner = null, lease_until = null
     from unnest($2::text[], $3::bigint[]) as t (endpoint_id, epoch)
    where l.owner = $1 and l.endpoint_id = t.endpoint_id and l.epoch = t.epoch`,
)

/** On a database that only one process at a time can open, whoever else holds a lane is dead. `node` */
export const releaseLanesOfOthers = statement(
  'release_webhook_lanes_of_others',
  'update webhook_lane set owner = null, lease_until = null where owner <> $1',
)

export interface EndpointRow {
  id: string
  url: string
  /** `stopped` while the account that made it is disabled. */
  status: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  revision: number
  form: WebhookForm
  failing_since: Date | null
  replaying: boolean
  /** Read scopes of what it may be sent, and those that the account which made it has; null for every one. */
  scopes: string[] | null
  account_scopes: string[] | null
}

/** `organization_id, endpoint ids` */
export const readEndpoints = statement<EndpointRow>(
  'read_webhook_endpoints_of_lanes',
  `select w.id, w.url, ${standing} as status, w.secret, w.previous_secret, w.previous_secret_until,
          w.revision + coalesce(account.revision, 0) as revision, w.scopes, account.scopes as account_scopes,
          o.webhook_form as form, l.failing_since,
          exists (select from webhook_replay r
            where r.organization_id = w.organization_id and r.endpoint_id = w.id and r.status = 'running') as replaying
     from webhook_endpoint w
     join organization o on o.id = w.organization_id
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${madeBy}
    where w.organization_id = $1 and w.id = any ($2)`,
)

export interface RefillRow {
  endpoint_id: string
  due: number
  id: string
  ctid: string
  event_id: string
  attempt: number
  origin: 'live' | 'test' | 'replay'
  /** Null on the one row of a lane that is not due yet. */
  body: string | null
}

/**
 * The next rows of several lanes behind their cursors, and of each lane the first that is not due yet. Keyset, so rows
 * that were delivered and deleted are never walked over again, also while an open transaction keeps them from being
 * vacuumed. An event that retention has dropped stands in its dead letter.
 * `organization_id, endpoint ids, cursor dues, cursor ids, how many of each, now`
 */
export const refillLanes = statement<RefillRow>(
  'refill_webhook_lanes',
  `select l.endpoint_id, r.due, r.id, r.ctid, r.event_id, r.attempt, r.origin, case when r.due <= $6 then coalesce(e.body,
            (select d.body from webhook_dead_letter d
              where d.organization_id = $1 and d.endpoint_id = l.endpoint_id and d.event_id = r.event_id), '') end as body
     from unnest($2::text[], $3::bigint[], $4::text[], $5::int[]) as l (endpoint_id, due, id, most)
    cross join lateral (
      (select q.due, q.id, q.ctid, q.event_id, q.attempt, q.origin from webhook_queue q
        where q.organization_id = $1 and q.endpoint_id = l.endpoint_id and (q.due, q.id) > (l.due, l.id) and q.due <= $6
        order by q.due, q.id limit l.most)
      union all
      (select q.due, q.id, q.ctid, q.event_id, q.attempt, q.origin from webhook_queue q
        where q.organization_id = $1 and q.endpoint_id = l.endpoint_id and q.due > $6
        order by q.due, q.id limit 1)
    ) r
     left join lateral (select o.body from outbox_event o
        where r.due <= $6 and o.organization_id = $1 and o.id = r.event_id limit 1) e on true
    order by l.endpoint_id, r.due, r.id`,
)

/**
 * Stands between rendered records, which never hold it: an array of texts would be escaped and read by the character,
 * 4 µs for each delivery.
 */
export const separator = '\x01'
const separated = `E'\\x01'`

const sentAgain = new Map<Statement<unknown>, Statement<unknown>>()

/**
 * Declares a statement that inserts rows with identifiers of their own: the first time they cannot be there, and not to
 * look for them spares 4 µs for each delivery. `again` answers the one that looks.
 */
const ending = (name: string, textOf: (conflict: string) => string): Statement<never> => {
  const first = statement(name, textOf(''))
  sentAgain.set(first, statement(`${name}_again`, textOf('on conflict do nothing')))
  return first
}

/** What to send after a failure, for the first may have been committed all the same, or may be yet. */
export const again = (one: Statement<unknown>): Statement<unknown> => sentAgain.get(one) ?? one

/** A `ctid` of no row. */
export const nowhere = '(0,0)'

const isEnded = 'q.organization_id = $1 and q.endpoint_id = t.endpoint_id and q.due = t.due and q.id = t.id'

/**
 * The most frequent end, by itself: live and test events that were taken. A row is never updated, so it stays where it
 * was read unless the table is rewritten, and by `ctid` it is found for 3 µs less; one that is not there, or was never
 * read, is found by its key.
 * `organization_id, endpoint ids, dues, ids, event ids, delivery ids, records, exchanges, ctids`
 */
export const endDelivered = ending(
  'end_webhook_deliveries',
  conflict => `with ended as (
     select * from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[],
         string_to_array($7, ${separated}), string_to_array($8, ${separated}), $9::tid[])
       as t (endpoint_id, due, id, event_id, delivery_id, record, exchange, place)
   ), kept as (
     insert into webhook_attempt (organization_id, endpoint_id, id, event_id, outcome, record, exchange)
     select $1, endpoint_id, delivery_id, event_id, 'delivered', record, exchange from ended ${conflict}
   ), gone as (
     delete from webhook_queue q using ended t where q.ctid = t.place and ${isEnded} returning t.delivery_id
   )
   delete from webhook_queue q using ended t where t.delivery_id not in (select delivery_id from gone) and ${isEnded}`,
)

/**
 * Attempts that ended: each row leaves the queue, and one that failed comes back with a later `due`. A row that another
 * owner has ended meanwhile matches nothing and changes nothing.
 * `organization_id, endpoint ids, dues, ids, event ids, attempts, origins, next dues (0 for none), outcomes,
 * delivery ids, records, exchanges`
 */
export const endAttempts = ending(
  'end_webhook_attempts',
  conflict => `with ended as (
     select * from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::bigint[],
         $9::text[], $10::text[], string_to_array($11, ${separated}), string_to_array($12, ${separated}))
       as t (endpoint_id, due, id, event_id, attempt, origin, next_due, outcome, delivery_id, record, exchange)
   ), gone as (
     delete from webhook_queue q using ended t where ${isEnded}
     returning t.endpoint_id, t.id, t.event_id, t.attempt, t.origin, t.next_due, t.outcome, t.delivery_id, t.record
   ), again as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select $1, endpoint_id, next_due, id, event_id, attempt + 1, origin from gone where next_due > 0
     on conflict do nothing
   ), buried as (
     insert into webhook_dead_letter (organization_id, endpoint_id, event_id, body, record)
     select distinct on (g.endpoint_id, g.event_id) $1, g.endpoint_id, g.event_id, e.body, g.record from gone g
      cross join lateral (
        (select body from outbox_event o where o.organization_id = $1 and o.id = g.event_id limit 1)
        union all
        (select d.body from webhook_dead_letter d
          where d.organization_id = $1 and d.endpoint_id = g.endpoint_id and d.event_id = g.event_id)
        limit 1) e
      where g.outcome = 'dead'
      order by g.endpoint_id, g.event_id, g.delivery_id desc
     on conflict (organization_id, endpoint_id, event_id) do update set record = excluded.record
   ), raised as (
     delete from webhook_dead_letter d using gone g
      where g.outcome = 'delivered' and g.origin = 'replay'
        and d.organization_id = $1 and d.endpoint_id = g.endpoint_id and d.event_id = g.event_id
   ), kept as (
     insert into webhook_attempt (organization_id, endpoint_id, id, event_id, outcome, record, exchange)
     select $1, endpoint_id, delivery_id, event_id, outcome, record, exchange from ended ${conflict}
   )
   select count(*)::int as gone from gone`,
)

/** Rows of the trail for deliveries that ended together. `organization_id, ids, resource ids, records` */
export const auditDeliveries = ending(
  'audit_webhook_deliveries',
  conflict => `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
   select $1, t.id, 'webhook.deliver', 'webhook-dispatcher', t.resource_id, t.record
     from unnest($2::text[], $3::text[], $4::text[]) as t (id, resource_id, record) ${conflict}`,
)

/** `organization_id, endpoint ids, since (ISO 8601, empty for healthy), verified at (the same, empty to keep)` */
export const noteHealth = statement(
  'note_webhook_health',
  `update webhook_lane l
      set failing_since = nullif(t.failing_since, '')::timestamptz,
          verified_at = coalesce(nullif(t.verified_at, '')::timestamptz, l.verified_at)
     from unnest($2::text[], $3::text[], $4::text[]) as t (endpoint_id, failing_since, verified_at)
    where l.organization_id = $1 and l.endpoint_id = t.endpoint_id`,
)

export const notifyChannel = 'probata_webhooks'

/** `endpoint ids, joined by commas` */
export const notifyNodes = statement('notify_webhook_nodes', `select pg_notify('${notifyChannel}', $1)`)

/**
 * Puts the next events of a replay into the queue, and ends a replay that has none left. A replay that is being
 * cancelled is waited for; the rows carry its identifier, so that they can be taken back.
 * `organization_id, endpoint_id, now (milliseconds), how many`
 */
export const feedReplay = statement<{ fed: number }>(
  'feed_webhook_replay',
  `with running as (
     select id from webhook_replay
      where organization_id = $1 and endpoint_id = $2 and status = 'running' order by id limit 1 for update
   ), taken as (
     delete from webhook_replay_event e using (
       select x.replay_id, x.event_id from webhook_replay_event x
        where x.organization_id = $1 and x.replay_id = (select id from running) order by x.event_id limit $4) next
      where e.organization_id = $1 and e.replay_id = next.replay_id and e.event_id = next.event_id
     returning e.replay_id, e.event_id
   ), queued as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select $1, $2, $3::bigint, replay_id || substr(event_id, 4), event_id, 1, 'replay' from taken
     on conflict do nothing
   ), done as (
     update webhook_replay set status = 'completed'
      where organization_id = $1 and id = (select id from running) and not exists (select from taken)
   )
   select count(*)::int as fed from taken`,
)
