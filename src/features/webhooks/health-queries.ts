import type { Series } from '#api/kept-counts.ts'
import { mostCounted, counted as upTo } from '#api/trend.ts'
import { statement } from '#db/statement.ts'
import { madeBy, standing } from './engine/queries.ts'
import type { SecretRow } from './posture-queries.ts'

/** Of each endpoint so many rows are counted: a workspace has at most 200 endpoints. */
export const mostOfEndpoint = 1000

const counted = (rows: string): string => `(select count(*)::int from (select ${rows} limit ${mostOfEndpoint}) x)`

export interface HealthRow {
  id: string
  status: 'active' | 'paused'
  /** Whether the account that made it is disabled. */
  stopped: boolean
  failing_since: Date | null
  pending: number
  oldest: number | null
  dead_letters: number
  /** The newest attempt. */
  last: string | null
  /** Attempts that failed since the first that did. */
  failures: number
  attempts: number
  failed: number
}

const endpoint = 'organization_id = $1 and endpoint_id = w.id'

/** Endpoints with what is known of their deliveries, newest endpoint first. `organization_id, since` */
export const readHealth = statement<HealthRow>(
  'read_webhook_health',
  `select w.id, w.status, coalesce(account.disabled, false) as stopped, l.failing_since, q.pending, q.oldest,
          ${counted(`from webhook_dead_letter where ${endpoint}`)} as dead_letters,
          (select a.record from webhook_attempt a where a.organization_id = $1 and a.endpoint_id = w.id
            order by a.id desc limit 1) as last,
          case when l.failing_since is null then 0 else
            ${counted(`from webhook_attempt where ${endpoint} and outcome <> 'delivered'
                         and id >= identifier_floor('whd', l.failing_since)`)} end as failures,
          ${counted(`from webhook_attempt where ${endpoint} and id >= $2`)} as attempts,
          ${counted(`from webhook_attempt where ${endpoint} and outcome <> 'delivered' and id >= $2`)} as failed
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${madeBy}
    cross join lateral (select count(*)::int as pending, min(due) as oldest from (
      select due from webhook_queue where ${endpoint} order by due limit ${mostOfEndpoint}) x) q
    where w.organization_id = $1 and w.status <> 'deleted'
    order by substr(w.id, 5) desc`,
)

interface EndpointRow extends SecretRow {
  status: 'active' | 'paused' | 'stopped'
  failing_since: Date | null
  /** Why the newest attempt failed, where it did. */
  message: string | null
}

/** `organization_id` */
export const readEndpoints = statement<EndpointRow>(
  'read_webhook_endpoints',
  `select substr(w.id, 5) as id, w.record, w.secret, w.previous_secret_until, ${standing} as status, l.verified_at, l.failing_since,
          case when l.failing_since is not null then (
            select a.record::json ->> 'message' from webhook_attempt a
             where a.organization_id = $1 and a.endpoint_id = w.id order by a.id desc limit 1) end as message
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
     ${madeBy}
    where w.organization_id = $1 and w.status <> 'deleted'
    order by substr(w.id, 5) desc`,
)

/** `organization_id` */
export const countDeliveries = statement<{ pending: number; dead_letters: number }>(
  'count_webhook_deliveries',
  `select ${upTo('from webhook_queue where organization_id = $1')} as pending,
          ${upTo('from webhook_dead_letter where organization_id = $1')} as dead_letters`,
)

/**
 * Attempts of each day. An attempt stands in the partition of its day, so the index that goes by endpoint is read for one
 * organization and one day; an index by time would be one more for every delivery.
 * `organization_id, first ids of the days, first ids of the days after`
 */
const dailyAttempts = statement<{ attempts: number; failed: number }>(
  'daily_webhook_attempts',
  `select a.attempts, f.failed from unnest($2::text[], $3::text[]) with ordinality d (low, high, place)
    cross join lateral (select count(*)::int as attempts from (
      select from webhook_attempt where organization_id = $1 and id >= d.low and id < d.high limit ${mostCounted}) x) a
    cross join lateral (select count(*)::int as failed from (
      select from webhook_attempt where organization_id = $1 and id >= d.low and id < d.high
         and outcome <> 'delivered' limit ${mostCounted}) x) f
    order by d.place`,
)

export const attemptsByDay: Series<{ attempts: number; failed: number }> = {
  statement: dailyAttempts,
  prefix: 'whd',
  none: { attempts: 0, failed: 0 },
}
