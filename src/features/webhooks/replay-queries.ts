import { statement } from '#db/statement.ts'

/** Rows of a replay. `remaining` counts what has not been queued. */
export interface ReplayRow {
  id: string
  record: string
  status: 'running' | 'completed' | 'cancelled'
  remaining: number
}

// Read from the record only where types are asked for: it is looked at for each of up to 100,001 deliveries.
const type = "case when $6::text[] is not null then record::json ->> 'eventType' end as type"

// Identifiers of attempts sort by the moment of their start.
const ended = {
  all: `select event_id, ${type} from webhook_attempt
     where organization_id = $1 and endpoint_id = $2 and outcome <> 'failed'
       and id >= identifier_floor('whd', $3::timestamptz) and id < identifier_floor('whd', $4::timestamptz)
     limit $5::int + 1`,
  dead: `select event_id, ${type} from webhook_dead_letter
     where organization_id = $1 and endpoint_id = $2
       and (record::json ->> 'id') collate "C" >= identifier_floor('whd', $3::timestamptz)
       and (record::json ->> 'id') collate "C" < identifier_floor('whd', $4::timestamptz)
     limit $5::int + 1`,
}

type Outcome = keyof typeof ended

// An event that retention has dropped can be sent again only from its dead letter.
const found = (outcome: Outcome) => `ended as (
     ${ended[outcome]}
   ), found as (
     select f.event_id, e.kept is not null or d.kept is not null as kept
       from (select distinct event_id from ended where $6::text[] is null or type = any($6)) f
       left join lateral (select true as kept from outbox_event o
         where o.organization_id = $1 and o.id = f.event_id limit 1) e on true
       left join lateral (select true as kept from webhook_dead_letter l
         where l.organization_id = $1 and l.endpoint_id = $2 and l.event_id = f.event_id limit 1) d on true
      where (select count(*) from ended) <= $5::int
   )`

const counts = `select (select count(*)::int from ended) as ended,
          (select count(*) filter (where kept)::int from found) as count,
          (select count(*) filter (where not kept)::int from found) as forgotten`

interface Counts {
  /** Deliveries that ended in the range, at most one more than were asked for. */
  ended: number
  /** Events that can be sent again; none are looked at when there are too many. */
  count: number
  /** Events that retention has dropped. */
  forgotten: number
}

const counting = (outcome: Outcome) =>
  statement<Counts>(`count_webhook_replay_${outcome}`, `with ${found(outcome)} ${counts}`)

const taking = (outcome: Outcome) =>
  statement<Counts>(
    `take_webhook_replay_${outcome}`,
    `with ${found(outcome)}, taken as (
       insert into webhook_replay_event (organization_id, replay_id, event_id)
       select $1, $7, event_id from found where kept
     ) ${counts}`,
  )

/** `organization_id, endpoint_id, from, to, at most, names of types or null` */
export const countReplay = { all: counting('all'), dead: counting('dead') }

/** The same, and writes down what is to be sent. `organization_id, endpoint_id, from, to, at most, names of types or null, replay_id` */
export const takeReplay = { all: taking('all'), dead: taking('dead') }

export const countRunningReplays = statement<{ count: number }>(
  'count_running_webhook_replays',
  `select count(*)::int as count from webhook_replay
    where organization_id = $1 and endpoint_id = $2 and status = 'running'`,
)

/** `organization_id, id, endpoint_id, record` */
export const insertReplay = statement(
  'insert_webhook_replay',
  `insert into webhook_replay (organization_id, id, endpoint_id, status, record) values ($1, $2, $3, 'running', $4)`,
)

/** Whoever delivers to it looks at it anew. */
export const touchWebhook = statement(
  'touch_webhook',
  'update webhook_endpoint set revision = revision + 1 where organization_id = $1 and id = $2',
)

const remaining = `(select count(*)::int from webhook_replay_event e
            where e.organization_id = $1 and e.replay_id = r.id) as remaining`

export const listReplays = statement<ReplayRow>(
  'list_webhook_replay',
  `select r.id, r.record, r.status, ${remaining} from webhook_replay r
    where r.organization_id = $1 and r.id < $2 and r.endpoint_id = $4
    order by r.id desc limit $3`,
)

// The rows in the queue that a replay has put there carry its identifier.
const queued = `organization_id = $1 and endpoint_id = $2 and id > $3 || '_' and id < $3 || '~'`

/** `organization_id, endpoint_id, id` */
export const findReplay = statement<ReplayRow & { pending: number }>(
  'find_webhook_replay',
  `select r.id, r.record, r.status, ${remaining},
          (select count(*)::int from webhook_queue where ${queued}) as pending
     from webhook_replay r where r.organization_id = $1 and r.endpoint_id = $2 and r.id = $3`,
)

/** Nothing of it is put into the queue while it is held. `organization_id, endpoint_id, id` */
export const lockReplay = statement<{ record: string; status: ReplayRow['status'] }>(
  'lock_webhook_replay',
  `select record, status from webhook_replay
    where organization_id = $1 and endpoint_id = $2 and id = $3 for update`,
)

/** `organization_id, endpoint_id, id` */
export const cancelReplay = statement<{ unqueued: number; queued: number }>(
  'cancel_webhook_replay',
  `with unqueued as (
     delete from webhook_replay_event where organization_id = $1 and replay_id = $3 returning 1
   ), taken_back as (
     delete from webhook_queue where ${queued} returning 1
   ), ended as (
     update webhook_replay set status = 'cancelled' where organization_id = $1 and id = $3
   )
   select (select count(*)::int from unqueued) as unqueued, (select count(*)::int from taken_back) as queued`,
)
