import { numbers, statement } from '#db/statement.ts'
import type { Call } from '#http/call.ts'
import { type FreshnessState, freshnessStates, stateNames } from './freshness.ts'
import { maxCounted } from './trend.ts'

/** Counts the active requirements whose `fresh_until` lies in each range. */
const countFreshness = statement(
  'count_evidence_freshness',
  { from: numbers, before: numbers },
  `select c.count from unnest(:from::bigint[], :before::bigint[]) with ordinality s (low, high, place)
    cross join lateral (select count(*)::int as count from (
      select from evidence_requirement
       where organization_id = :organization and status = 'active' and fresh_until >= s.low and fresh_until < s.high
       limit ${maxCounted}) x) c
    order by s.place`,
)

/** Counts the active requirements in each state. */
export const countByFreshness = async ({
  now,
  read,
}: Pick<Call, 'now' | 'read'>): Promise<Readonly<Record<FreshnessState, number>>> => {
  const ranges = stateNames.map(name => freshnessStates[name](now))
  const [missing, stale, due_soon, current] = await read(countFreshness, {
    from: ranges.map(({ from }) => from),
    before: ranges.map(({ before }) => before),
  })
  const of = (row: typeof missing): number => row?.count ?? 0
  return { missing: of(missing), stale: of(stale), due_soon: of(due_soon), current: of(current) }
}
