import { nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'

/** A replay. `remaining` counts the events that have not been queued. */
export type ReplayRow = RowOf<typeof listReplays>

// Read from the record only if types are filtered, because it is parsed for each of up to 100,001 deliveries.
const type = "case when :types::text[] is not null then record::json ->> 'eventType' end as type"

// Attempt identifiers sort by the time when the attempt started.
const attemptsByOutcome = {
  all: `select event_id, ${type} from webhook_attempt
     where organization_id = :organization and endpoint_id = :endpointId and outcome <> 'failed'
       and id >= identifier_floor('whd', :from::timestamptz) and id < identifier_floor('whd', :to::timestamptz)
     limit :most::int + 1`,
  dead: `select event_id, ${type} from webhook_dead_letter
     where organization_id = :organization and endpoint_id = :endpointId
       and (record::json ->> 'id') collate "C" >= identifier_floor('whd', :from::timestamptz)
       and (record::json ->> 'id') collate "C" < identifier_floor('whd', :to::timestamptz)
     limit :most::int + 1`,
}

type Outcome = keyof typeof attemptsByOutcome

// An event that retention has deleted can be sent again only from its dead letter.
const selectEvents = (outcome: Outcome) => `ended as (
     ${attemptsByOutcome[outcome]}
   ), found as (
     select f.event_id, e.kept is not null or d.kept is not null as kept
       from (select distinct event_id from ended where :types::text[] is null or type = any(:types)) f
       left join lateral (select true as kept from outbox_event o
         where o.organization_id = :organization and o.id = f.event_id limit 1) e on true
       left join lateral (select true as kept from webhook_dead_letter l
         where l.organization_id = :organization and l.endpoint_id = :endpointId and l.event_id = f.event_id limit 1) d on true
      where (select count(*) from ended) <= :most::int
   )`

// `ended` counts the deliveries in the range, at most one more than `most`. `count` is the number of events that can be
// sent again, or 0 if there are too many. `forgotten` is the number of events that retention has deleted.
const counts = `select (select count(*)::int from ended) as ended,
          (select count(*) filter (where kept)::int from found) as count,
          (select count(*) filter (where not kept)::int from found) as forgotten`

const parameters = { endpointId: text, from: text, to: text, most: number, types: nullable(texts) }

const countStatement = (outcome: Outcome) =>
  statement(`count_webhook_replay_${outcome}`, parameters, `with ${selectEvents(outcome)} ${counts}`)

const takeStatement = (outcome: Outcome) =>
  statement(
    `take_webhook_replay_${outcome}`,
    { ...parameters, replayId: text },
    `with ${selectEvents(outcome)}, taken as (
       insert into webhook_replay_event (organization_id, replay_id, event_id)
       select :organization, :replayId, event_id from found where kept
     ) ${counts}`,
  )

export const countReplay = { all: countStatement('all'), dead: countStatement('dead') }

/** Counts in the same way as `countReplay`, and stores the events to send. */
export const takeReplay = { all: takeStatement('all'), dead: takeStatement('dead') }

export const countRunningReplays = statement(
  'count_running_webhook_replays',
  { endpointId: text },
  `select count(*)::int as count from webhook_replay
    where organization_id = :organization and endpoint_id = :endpointId and status = 'running'`,
)

export const insertReplay = statement(
  'insert_webhook_replay',
  { id: text, endpointId: text, record: text },
  `insert into webhook_replay (organization_id, id, endpoint_id, status, record) values (:organization, :id, :endpointId, 'running', :record)`,
)

/** Makes the delivery engine read the endpoint again. */
export const touchWebhook = statement(
  'touch_webhook',
  { id: text },
  'update webhook_endpoint set revision = revision + 1 where organization_id = :organization and id = :id',
)

const remaining = `(select count(*)::int from webhook_replay_event e
            where e.organization_id = :organization and e.replay_id = r.id) as remaining`

export const listReplays = statement(
  'list_webhook_replay',
  { position: text, limit: number, endpointId: text },
  `select r.id, r.record, r.status, ${remaining} from webhook_replay r
    where r.organization_id = :organization and r.id < :position and r.endpoint_id = :endpointId
    order by r.id desc limit :limit`,
)

// The ids of rows that a replay has queued begin with the id of the replay.
const isQueuedByReplay = `organization_id = :organization and endpoint_id = :endpointId and id > :id || '_' and id < :id || '~'`

export const findReplay = statement(
  'find_webhook_replay',
  { endpointId: text, id: text },
  `select r.id, r.record, r.status, ${remaining},
          (select count(*)::int from webhook_queue where ${isQueuedByReplay}) as pending
     from webhook_replay r where r.organization_id = :organization and r.endpoint_id = :endpointId and r.id = :id`,
)

/** Locks a replay, so that none of its events is queued meanwhile. */
export const lockReplay = statement(
  'lock_webhook_replay',
  { endpointId: text, id: text },
  `select record, status from webhook_replay
    where organization_id = :organization and endpoint_id = :endpointId and id = :id for update`,
)

export const cancelReplay = statement(
  'cancel_webhook_replay',
  { endpointId: text, id: text },
  `with unqueued as (
     delete from webhook_replay_event where organization_id = :organization and replay_id = :id returning 1
   ), taken_back as (
     delete from webhook_queue where ${isQueuedByReplay} returning 1
   ), ended as (
     update webhook_replay set status = 'cancelled' where organization_id = :organization and id = :id
   )
   select (select count(*)::int from unqueued) as unqueued, (select count(*)::int from taken_back) as queued`,
)
