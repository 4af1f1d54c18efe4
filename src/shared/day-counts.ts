import type { Database } from '#db/database.ts'
import { number, type Prepared, statement, text } from '#db/statement.ts'
import { sha256Hex } from '#lib/hash.ts'
import type { Log } from '#lib/log.ts'
import type { StoredCounts } from './count-cache.ts'

const findCounts = statement(
  'find_day_count',
  { series: text },
  'select until::float8 as until, days from day_count where organization_id = :organization and series = :series',
)

const writeCounts = statement(
  'write_day_count',
  { series: text, until: number, days: text },
  `insert into day_count (organization_id, series, until, days) values (:organization, :series, :until, :days)
   on conflict (organization_id, series) do update set until = excluded.until, days = excluded.days
     where day_count.until < excluded.until`,
)

/** The key of a series includes a digest of its statement, because another release may count differently. */
const seriesOf = ({ name, text }: Prepared): string => `${name} ${sha256Hex(text).slice(0, 16)}`

/** Stores the counts of past days in the database. A failed write is only logged. */
export const createDayCounts = (db: Pick<Database, 'transaction'>, log: Log): StoredCounts => ({
  async find({ read }, counting) {
    const [row] = await read(findCounts, { series: seriesOf(counting) })
    return row && { until: row.until, days: new Map(JSON.parse(row.days)) }
  },
  async write(organization, counting, { until, days }) {
    const row = { series: seriesOf(counting), until, days: JSON.stringify([...days]) }
    await db
      .transaction(organization, tx => tx.write(writeCounts, row))
      .catch(error => log.warn({ event: 'day_counts_not_written', organization, error }))
  },
})
