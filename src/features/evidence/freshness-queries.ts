import { nameOf } from '#api/name-of.ts'
import { mostCounted } from '#api/trend.ts'
import { statement } from '#db/statement.ts'

/** Pending claims of a requirement are counted so far. */
export const mostPending = 100

interface FreshnessRow {
  /** Where it stands on the board. */
  id: string
  requirement_id: string
  record: string
  validity_days: number
  owner_id: string | null
  owner_name: string | null
  fresh_until: number
  claim: string | null
  pending: number
}

const digits = 15
const start = `case when $2::text = '~' then 0 else left($2, ${digits})::bigint end`
const startId = `case when $2::text = '~' then '' else substr($2, ${digits + 1}) end`

const board = (name: string, condition: string) =>
  statement<FreshnessRow>(
    name,
    `select lpad(r.fresh_until::text, ${digits}, '0') || r.id as id, r.id as requirement_id, r.record, r.validity_days,
            r.owner_id, ${nameOf('r.owner_id')} as owner_name, r.fresh_until,
            (select c.record from evidence_claim c where c.organization_id = $1 and c.id = r.fresh_claim_id) as claim,
            (select count(*)::int from (
              select from evidence_claim c
               where c.organization_id = $1 and c.evidence_requirement_id = r.id and c.status = 'submitted'
               limit ${mostPending}) x) as pending
       from evidence_requirement r
      where r.organization_id = $1 and r.status = 'active' and (r.fresh_until, r.id) > (${start}, ${startId})
        and r.fresh_until >= $4 and r.fresh_until < $5${condition}
      order by r.fresh_until, r.id limit $3`,
  )

/**
 * Active requirements, what is missing or stale for the longest first; the position is `fresh_until` in 15 digits and the
 * id. `organization_id, position, limit, from, before`
 */
export const listFreshness = board('list_evidence_freshness', '')

/** The same, and `owner_id` */
export const listFreshnessOfOwner = board('list_evidence_freshness_of_owner', ' and r.owner_id = $6')

/** How many requirements are in each of several ranges. `organization_id, from, before` */
export const countFreshness = statement<{ count: number }>(
  'count_evidence_freshness',
  `select c.count from unnest($2::bigint[], $3::bigint[]) with ordinality s (low, high, place)
    cross join lateral (select count(*)::int as count from (
      select from evidence_requirement
       where organization_id = $1 and status = 'active' and fresh_until >= s.low and fresh_until < s.high
       limit ${mostCounted}) x) c
    order by s.place`,
)
