import { narrows, number, statement, text } from '#db/statement.ts'
import type { WebhookForm } from '#http/event.ts'
import { endpointStatusSql, joinCreator } from './engine/queries.ts'

/** The limit on rows to count; each costs an index read. */
export const maxCountedRows = 10_000

export interface BacklogRow {
  status: 'active' | 'paused' | 'stopped'
  form: WebhookForm
  failing_since: Date | null
  /** Whether a process holds the lane's lease. */
  held: boolean
  /** Rows in the queue, up to one more than the limit. */
  pending: number
  oldest: number | null
  /** Successful attempts since the given time, counted up to the limit, and the id of the first one. */
  delivered: number
  first: string | null
  /** Events that running replays have not yet put into the queue, counted like `pending`. */
  replaying: number
}

export const findBacklog = statement(
  'find_webhook_backlog',
  { endpointId: text, now: text, since: text },
  `select ${endpointStatusSql} as status, o.webhook_form as form, l.failing_since, coalesce(l.lease_until > :now::timestamptz, false) as held,
          q.pending, q.oldest, a.delivered, a.first, r.replaying
     from webhook_endpoint w
     join organization o on o.id = w.organization_id
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${joinCreator}
    cross join lateral (select count(*)::int as pending, min(due) as oldest from (
      select due from webhook_queue where organization_id = :organization and endpoint_id = :endpointId
       order by due limit ${maxCountedRows + 1}) x) q
    cross join lateral (select count(*)::int as delivered, min(id) as first from (
      select id from webhook_attempt where organization_id = :organization and endpoint_id = :endpointId and outcome = 'delivered'
         and id >= identifier_floor('whd', :since::timestamptz)
       order by id desc limit ${maxCountedRows}) x) a
    cross join lateral (select count(*)::int as replaying from (
      select from webhook_replay v
        join webhook_replay_event e on e.organization_id = v.organization_id and e.replay_id = v.id
       where v.organization_id = :organization and v.endpoint_id = :endpointId and v.status = 'running' limit ${maxCountedRows + 1}) x) r
    where w.organization_id = :organization and w.id = :endpointId and w.status <> 'deleted'`,
  narrows<{ status: 'active' | 'paused' | 'stopped' }>,
)

const dueDigits = 15
const start = `case when :position::text = '~' then 0 else left(:position, ${dueDigits})::bigint end`
const startId = `case when :position::text = '~' then '' else substr(:position, ${dueDigits + 1}) end`

/**
 * Lists pending deliveries in delivery order. The position is `due` in 15 digits followed by the row's id, or `~` for
 * the start. Subqueries run once, or once per row; as joins they might run for each pair of rows. `type` is the event's
 * unversioned type. If retention has deleted the event, `sent_type` is the name in the dead letter. `ahead` counts at
 * most one row more than the limit.
 */
export const listPending = statement(
  'list_pending_webhook_deliveries',
  { position: text, limit: number, endpointId: text },
  `select p.id, p.event_id, p.attempt, p.origin, p.due, '' as record,
          (select e.type from outbox_event e where e.organization_id = :organization and e.id = p.event_id limit 1) as type,
          (select d.record::json ->> 'eventType' from webhook_dead_letter d
            where d.organization_id = :organization and d.endpoint_id = :endpointId and d.event_id = p.event_id) as sent_type,
          (select count(*)::int from (
            select from webhook_queue
             where organization_id = :organization and endpoint_id = :endpointId and (due, id) <= (${start}, ${startId})
             limit ${maxCountedRows + 1}) x) + (row_number() over (order by p.id))::int - 1 as ahead
     from (select lpad(due::text, ${dueDigits}, '0') || id as id, event_id, attempt, origin, due
             from webhook_queue
            where organization_id = :organization and endpoint_id = :endpointId and (due, id) > (${start}, ${startId})
            order by webhook_queue.due, webhook_queue.id limit :limit) p
    order by p.id`,
)

/** Counts the pending rows of all organizations, at most 10,000 per endpoint, and returns the earliest due time. */
export const sampleBacklog = statement(
  'sample_webhook_backlog',
  {},
  'select state, waiting, oldest from webhook_backlog_and_age()',
  narrows<{ waiting: number }>,
)
