import { Type } from 'typebox'
import { type Statement, statement } from '#db/statement.ts'
import { day, iso } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import type { Call } from './call.ts'

/** Days of a trend, today included; days are UTC. */
const length = 30
/** Counts of an overview and of each day go so far: for each record an index is read. */
export const mostCounted = 10_000

export const Count = Type.Integer({ minimum: 0, maximum: mostCounted })

export const CountedUpTo = Type.Integer({ description: 'Counting ends here: such a count means so many or more.' })

/** A trend with one number a day for each name, the oldest first. */
export const Trend = <Name extends string>(...names: readonly Name[]) =>
  Type.Object({
    days: Type.Array(Type.String({ description: 'The UTC day, such as 2026-11-21.' })),
    ...(Object.fromEntries(names.map(name => [name, Type.Array(Count)])) as Record<
      Name,
      ReturnType<typeof Type.Array<typeof Count>>
    >),
  })

/** SQL that counts rows up to what is counted at most, such as `from webhook_queue where organization_id = $1`. */
export const counted = (rows: string): string =>
  `(select count(*)::int from (select ${rows} limit ${mostCounted}) counted)`

/** Declares how many rows a day saw, by their ids. `organization_id, first ids of the days, first ids of the days after` */
export const dailyCount = (name: string, table: string, condition = ''): Statement<{ count: number }> =>
  statement<{ count: number }>(
    name,
    `select c.count from unnest($2::text[], $3::text[]) with ordinality d (low, high, place)
      cross join lateral (select count(*)::int as count from (
        select from ${table} where organization_id = $1 and id >= d.low and id < d.high${condition} limit ${mostCounted}) x) c
      order by d.place`,
  )

const startsOf = (now: number): number[] => {
  const today = Math.floor(now / day) * day
  return Array.from({ length: length + 1 }, (_, i) => today + (i + 1 - length) * day)
}

/** The days of a trend, as dates. */
export const trendDays = ({ now }: Pick<Call, 'now'>): string[] =>
  startsOf(now)
    .slice(0, length)
    .map(start => iso(start).slice(0, 10))

/** The first ids of the days of a trend, and those of the days after; `prefix` is that of the ids. */
export const trendFloors = ({ now }: Pick<Call, 'now'>, prefix: string): [string[], string[]] => {
  const floors = startsOf(now).map(start => idFloor(prefix, start))
  return [floors.slice(0, length), floors.slice(1)]
}

/** Reads what `dailyCount` declared for the days of a trend; `prefix` is that of the ids. */
export const readDaily = async (
  call: Pick<Call, 'read' | 'organizationId' | 'now'>,
  counts: Statement<{ count: number }>,
  prefix: string,
): Promise<number[]> => {
  const rows = await call.read(counts, [call.organizationId, ...trendFloors(call, prefix)])
  return rows.map(({ count }) => count)
}
