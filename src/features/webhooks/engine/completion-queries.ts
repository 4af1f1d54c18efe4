import { type Kinds, numbers, type Prepared, statement, text, texts } from '#db/statement.ts'

/**
 * Separates rendered records, which never contain this character. A text array would be escaped and parsed character by
 * character, which costs 4 µs per delivery.
 */
export const separator = '\x01'
const separated = `E'\\x01'`

const retryVariants = new Map<Prepared, Prepared>()

/**
 * Declares a statement that inserts rows under new identifiers. On the first try the rows cannot exist, and not
 * checking that saves 4 µs per delivery. `retryStatement` returns the variant that checks it.
 */
const declareRetryable = <Values extends Kinds>(name: string, kinds: Values, sqlOf: (conflict: string) => string) => {
  const prepared = statement(name, kinds, sqlOf(''))
  retryVariants.set(prepared, statement(`${name}_again`, kinds, sqlOf('on conflict do nothing')))
  return prepared
}

/** Returns the variant to send after a failure, because the first statement may have committed or may still commit. */
export const retryStatement = (prepared: Prepared): Prepared => retryVariants.get(prepared) ?? prepared

/** A `ctid` that no row has. */
export const noCtid = '(0,0)'

const isEnded = 'q.organization_id = :organization and q.endpoint_id = t.endpoint_id and q.due = t.due and q.id = t.id'

/**
 * Ends delivered live and test events, the most frequent outcome. A queue row is never updated, so its `ctid` changes
 * only if the table is rewritten, and finding the row by `ctid` saves 3 µs. A row that has moved, or was never read, is
 * found by its key.
 */
export const endDelivered = declareRetryable(
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

const isLeased = `exists (select from webhook_lane l
           where l.organization_id = :organization and l.endpoint_id = t.endpoint_id and l.epoch = t.epoch)`

/**
 * Ends attempts: removes each row from the queue, and inserts failed rows again with a later `due`. Ignores rows that
 * another owner of the lane has completed meanwhile. Keeps rows of lanes that now have another owner, unless they were
 * delivered. `nextDues` is 0 if no attempt follows. Returns the endpoints whose lanes have another owner as `lost`.
 */
export const endAttempts = declareRetryable(
  'end_webhook_attempts',
  {
    endpointIds: texts,
    dues: numbers,
    ids: texts,
    eventIds: texts,
    attempts: numbers,
    nextAttempts: numbers,
    origins: texts,
    nextDues: numbers,
    outcomes: texts,
    epochs: numbers,
    deliveryIds: texts,
    records: text,
    exchanges: text,
  },
  conflict => `with ended as (
     select * from unnest(:endpointIds::text[], :dues::bigint[], :ids::text[], :eventIds::text[], :attempts::smallint[], :nextAttempts::smallint[], :origins::text[], :nextDues::bigint[],
         :outcomes::text[], :epochs::bigint[], :deliveryIds::text[], string_to_array(:records, ${separated}), string_to_array(:exchanges, ${separated}))
       as t (endpoint_id, due, id, event_id, attempt, next_attempt, origin, next_due, outcome, epoch, delivery_id, record, exchange)
   ), gone as (
     delete from webhook_queue q using ended t where ${isEnded} and (t.outcome = 'delivered' or ${isLeased})
     returning t.endpoint_id, t.id, t.event_id, t.attempt, t.next_attempt, t.origin, t.next_due, t.outcome, t.delivery_id, t.record
   ), again as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select :organization, endpoint_id, next_due, id, event_id, next_attempt, origin from gone where next_due > 0
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
   ), stopped as (
     update webhook_lane l set hastening = false
      where l.hastening and l.organization_id = :organization
        and l.endpoint_id in (select endpoint_id from ended where outcome = 'failed' or (outcome = 'dead' and attempt = 7))
   ), overtaken as (
     delete from webhook_queue q using (
       select w.endpoint_id, w.due, w.id from gone g
        cross join lateral (select r.endpoint_id, r.due, r.id from webhook_queue r
          where r.organization_id = :organization and r.endpoint_id = g.endpoint_id and r.event_id = g.event_id
            and r.id <> g.id and r.origin <> 'replay' and r.attempt > 1) w
        where g.outcome = 'delivered' and g.origin = 'replay' and g.id like 'whq%') o
      where q.organization_id = :organization and q.endpoint_id = o.endpoint_id and q.due = o.due and q.id = o.id
   ), kept as (
     insert into webhook_attempt (organization_id, endpoint_id, id, event_id, outcome, record, exchange)
     select :organization, endpoint_id, delivery_id, event_id, outcome, record, exchange from ended ${conflict}
   )
   select distinct t.endpoint_id as lost from ended t where not ${isLeased}`,
)

/** Writes audit rows for deliveries that ended together. */
export const auditDeliveries = declareRetryable(
  'audit_webhook_deliveries',
  { ids: texts, resourceIds: texts, records: texts },
  conflict => `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
   select :organization, t.id, 'webhook.deliver', 'webhook-dispatcher', t.resource_id, t.record
     from unnest(:ids::text[], :resourceIds::text[], :records::text[]) as t (id, resource_id, record) ${conflict}`,
)

/**
 * Records the health of lanes. Times are ISO 8601; `since` is empty for a healthy lane, and `verifiedAt` is empty if it
 * does not change. A delivered test event also brings forward deliveries that are waiting for a retry. Only the current
 * owner of a lane decides whether it is failing.
 */
export const recordHealth = statement(
  'record_webhook_health',
  { endpointIds: texts, epochs: numbers, since: texts, verifiedAt: texts },
  `update webhook_lane l
      set failing_since = case when l.epoch = t.epoch then nullif(t.failing_since, '')::timestamptz else l.failing_since end,
          verified_at = coalesce(nullif(t.verified_at, '')::timestamptz, l.verified_at),
          hastening = l.hastening or t.verified_at <> ''
     from unnest(:endpointIds::text[], :epochs::bigint[], :since::text[], :verifiedAt::text[])
       as t (endpoint_id, epoch, failing_since, verified_at)
    where l.organization_id = :organization and l.endpoint_id = t.endpoint_id`,
)
