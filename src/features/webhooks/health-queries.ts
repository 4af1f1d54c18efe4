import { narrows, statement, text, texts } from '#db/statement.ts'
import type { Series } from '#shared/count-cache.ts'
import { maxCounted, counted as upTo } from '#shared/trend.ts'
import { endpointStatusSql, joinCreator } from './engine/queries.ts'
import type { Webhook } from './webhook.ts'

/** The limit on rows to count for each endpoint; a workspace has at most 200 endpoints. */
export const maxPerEndpoint = 1000

const countUpTo = (rows: string): string => `(select count(*)::int from (select ${rows} limit ${maxPerEndpoint}) x)`

export interface HealthRow {
  id: string
  status: Webhook['status']
  /** Whether the account that created the endpoint is disabled. */
  stopped: boolean
  failing_since: Date | null
  pending: number
  oldest: number | null
  dead_letters: number
  /** The latest attempt. */
  last: string | null
  /** The request and response of the latest attempt, while the receiver is failing. */
  exchange: string | null
  /** Attempts that have failed since the receiver started failing. */
  failures: number
  attempts: number
  failed: number
}

const endpoint = 'organization_id = :organization and endpoint_id = w.id'

/** Reads the endpoints with the state of their deliveries, newest endpoint first. */
export const readHealth = statement(
  'read_webhook_health',
  { since: text },
  `select w.id, w.status, coalesce(account.disabled, false) as stopped, l.failing_since, q.pending, q.oldest,
          ${countUpTo(`from webhook_dead_letter where ${endpoint}`)} as dead_letters,
          newest.record as last, case when l.failing_since is not null then newest.exchange end as exchange,
          case when l.failing_since is null then 0 else
            ${countUpTo(`from webhook_attempt where ${endpoint} and outcome <> 'delivered'
                         and id >= identifier_floor('whd', l.failing_since)`)} end as failures,
          ${countUpTo(`from webhook_attempt where ${endpoint} and id >= :since`)} as attempts,
          ${countUpTo(`from webhook_attempt where ${endpoint} and outcome <> 'delivered' and id >= :since`)} as failed
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${joinCreator}
     left join lateral (select a.record, a.exchange from webhook_attempt a
       where a.organization_id = :organization and a.endpoint_id = w.id order by a.id desc limit 1) newest on true
    cross join lateral (select count(*)::int as pending, min(due) as oldest from (
      select due from webhook_queue where ${endpoint} order by due limit ${maxPerEndpoint}) x) q
    where w.organization_id = :organization and w.status <> 'deleted'
    order by substr(w.id, 5) desc`,
  narrows<{ status: Webhook['status'] }>,
)

/** Reads the endpoints with their health. `message` is the reason why the latest attempt failed, if it did. */
export const selectEndpointHealth = statement(
  'read_webhook_endpoints',
  {},
  `select substr(w.id, 5) as id, w.record, w.secret, w.previous_secret_until, ${endpointStatusSql} as status, l.verified_at, l.failing_since,
          case when l.failing_since is not null then (
            select a.record::json ->> 'message' from webhook_attempt a
             where a.organization_id = :organization and a.endpoint_id = w.id order by a.id desc limit 1) end as message
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${joinCreator}
    where w.organization_id = :organization and w.status <> 'deleted'
    order by substr(w.id, 5) desc`,
  narrows<{ status: 'active' | 'paused' | 'stopped' }>,
)

export const countDeliveries = statement(
  'count_webhook_deliveries',
  {},
  `select ${upTo('from webhook_queue where organization_id = :organization')} as pending,
          ${upTo('from webhook_dead_letter where organization_id = :organization')} as dead_letters`,
)

/**
 * Counts the attempts of each day. An attempt is in the partition of its day, so counting reads the index by endpoint
 * of one partition. An index by time would slow down every delivery.
 */
const dailyAttempts = statement(
  'daily_webhook_attempts',
  { low: texts, high: texts },
  `select a.attempts, f.failed from unnest(:low::text[], :high::text[]) with ordinality d (low, high, place)
    cross join lateral (select count(*)::int as attempts from (
      select from webhook_attempt where organization_id = :organization and id >= d.low and id < d.high limit ${maxCounted}) x) a
    cross join lateral (select count(*)::int as failed from (
      select from webhook_attempt where organization_id = :organization and id >= d.low and id < d.high
         and outcome <> 'delivered' limit ${maxCounted}) x) f
    order by d.place`,
)

export const attemptsByDay: Series<{ attempts: number; failed: number }> = {
  statement: dailyAttempts,
  prefix: 'whd',
  none: { attempts: 0, failed: 0 },
}
