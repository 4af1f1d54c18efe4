import { Type } from 'typebox'
import { composed, rows, texts } from '#db/statement.ts'
import type { Call, Provided } from '#http/call.ts'
import { day, iso } from '#lib/clock.ts'
import { latestOfRequests, maxCounted, type Series } from './count-cache.ts'

export { maxCounted } from './count-cache.ts'

/** The number of days in a trend, including today; days are in UTC. */
const length = 30

export const Count = Type.Integer({ minimum: 0, maximum: maxCounted })

export const CountedUpTo = Type.Integer({
  description: 'The counting limit: a count of this value means this many or more.',
})

/** A trend: one count per day for each name, oldest first. */
export const Trend = <Name extends string>(...names: readonly Name[]) =>
  Type.Object({
    days: Type.Array(Type.String({ description: 'The UTC day, such as 2026-11-21.' })),
    ...(Object.fromEntries(names.map(name => [name, Type.Array(Count)])) as Record<
      Name,
      ReturnType<typeof Type.Array<typeof Count>>
    >),
  })

/** SQL that counts rows up to `maxCounted`; the argument begins with `from`, such as `from webhook_queue where …`. */
export const counted = (from: string): string =>
  `(select count(*)::int from (select ${from} limit ${maxCounted}) counted)`

interface DailyCountOptions {
  /** The name of the statement. */
  readonly name: string
  /** A table whose rows are never deleted, and for which the result of the condition never changes. */
  readonly table: string
  /** The prefix of the ids. */
  readonly prefix: string
  readonly condition?: string
}

/** Declares a daily count of the rows of a table, by the creation time in their ids. */
export const dailyCount = ({ name, table, prefix, condition = '' }: DailyCountOptions): Series<{ count: number }> => ({
  prefix,
  none: { count: 0 },
  latest: latestOfRequests,
  statement: composed(
    name,
    { low: texts, high: texts },
    `select c.count from unnest(:low::text[], :high::text[]) with ordinality d (low, high, place)
      cross join lateral (select count(*)::int as count from (
        select from ${table} where organization_id = :organization and id >= d.low and id < d.high${condition} limit ${maxCounted}) x) c
      order by d.place`,
    rows<{ count: number }>,
  ),
})

/** The start of each day of a trend, in milliseconds. */
export const trendStarts = (now: number): number[] => {
  const today = Math.floor(now / day) * day
  return Array.from({ length }, (_, i) => today + (i + 1 - length) * day)
}

/** The days of a trend, as dates. */
export const trendDays = ({ now }: Pick<Call, 'now'>): string[] =>
  trendStarts(now).map(start => iso(start).slice(0, 10))

/** Reads a count declared with `dailyCount` for the days of a trend. */
export const readDaily = async (
  call: Pick<Call, 'read' | 'organizationId' | 'actor' | 'now'> & Provided<'countCache'>,
  series: Series<{ count: number }>,
): Promise<number[]> => {
  const counts = await call.countCache.read(call, { series, starts: trendStarts(call.now) })
  return counts.map(({ count }) => count)
}
