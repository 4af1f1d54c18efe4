import { createIds } from '#lib/ids.ts'
import type { Probata } from '#test/system.ts'

type Fields = Readonly<Record<string, unknown>>

const ids = createIds()

/** Returns the columns that an insert can set. */
const columnsOf = async ({ sql }: Pick<Probata, 'sql'>, table: string): Promise<string[]> =>
  (
    await sql(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
  ).map(({ name }) => String(name))

const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/**
 * Copies the record `id` once for each of `changes`. A copy has other values of these fields, in the record and in the
 * columns of the same name. Returns the ids of the copies in the order in which they are created.
 */
export const copyRecord = async (
  p: Pick<Probata, 'sql' | 'clock'>,
  table: string,
  id: string,
  changes: readonly Fields[],
): Promise<string[]> => {
  const columns = await columnsOf(p, table)
  const [original] = await p.sql(`select * from ${table} where id = $1`, [id])
  const prefix = id.slice(0, id.indexOf('_'))
  const rows = changes.map((fields, n) => {
    const copyId = ids.next(prefix, p.clock.now() + n)
    const record = JSON.stringify({ ...JSON.parse(String(original?.record)), ...fields, id: copyId })
    const own = Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value]))
    const row = { ...original, ...own, id: copyId, record }
    return Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)))
  })
  await p.sql(
    `insert into ${table} (${columns.join()})
     select ${columns.join()} from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(rows)],
  )
  return rows.map(row => String(row.id))
}
