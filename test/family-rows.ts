import { nullableTexts, texts } from '#db/statement.ts'
import { columnOf, type Table } from '#family/table.ts'
import { createIds } from '#lib/ids.ts'
import { families } from '#src/features.ts'
import { objectFor, type Property, prefixOf, type Source } from './access/values.ts'
import type { Probata } from './system.ts'

const propertyOf = ({ record }: Table, name: string): Property & { readonly format?: string } =>
  Object(record.properties[name])

const typesOf = ({ type = 'string' }: Property): string | undefined => [type].flat().find(name => name !== 'null')

const casts: Readonly<Record<string, string>> = { integer: '::bigint', boolean: '::boolean' }

/** Returns the values of a family's columns, as SQL expressions over the record `r`. */
export const agreementsOf = (family: Table): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['id', ...family.columns].map(name => {
      const property = propertyOf(family, name)
      const cast = property.format === 'date-time' ? '::timestamptz' : (casts[typesOf(property) ?? ''] ?? '')
      return [columnOf(name), `(r->>'${name}')${cast}`]
    }),
  )

/**
 * Returns the columns that are not fields of the record, with a value. PostgreSQL accepts '1' as a number, a flag and a
 * text.
 */
const extraColumnsOf = ({ beside = {} }: Table): [string, string][] =>
  Object.entries(beside).map(([name, kind]) => [columnOf(name), kind === texts || kind === nullableTexts ? '{}' : '1'])

const ids = createIds()

/**
 * Creates a record of each family that has none in an organization, with a canary in each text. A family comes after
 * the families to which it refers.
 */
export const seedFamilies = async (
  { sql }: Pick<Probata, 'sql'>,
  source: Omit<Source, 'first'> & { readonly id: string },
): Promise<void> => {
  const newest = new Map<string, string>()
  const newestId = (prefix: string) => newest.get(prefix) ?? ''
  for (const family of families) {
    const { table, prefix, columns } = family
    const [existing] = await sql(`select id from ${table} where organization_id = $1 order by id desc limit 1`, [
      source.id,
    ])
    const id = existing ? String(existing.id) : ids.next(prefix, source.now())
    newest.set(prefix, id)
    if (existing) continue
    const record = { ...objectFor(Object(family.record), { ...source, first: newestId }), id }
    const fields: Readonly<Record<string, unknown>> = record
    const row = {
      organization_id: source.id,
      id,
      ...Object.fromEntries([...columns.map(name => [columnOf(name), fields[name]]), ...extraColumnsOf(family)]),
      record: JSON.stringify(record),
    }
    const placeholders = Object.keys(row).map((_, i) => `$${i + 1}`)
    await sql(`insert into ${table} (${Object.keys(row).join()}) values (${placeholders.join()})`, Object.values(row))
  }
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const exampleOf = (family: Table, name: string): string => {
  const property = propertyOf(family, name)
  const prefix = prefixOf(property)
  if (name === family.key) return `'KEY-' || i`
  if (prefix) return `'${prefix}_' || i % 7`
  if (property.enum) return `(array[${property.enum.map(literal).join()}])[1 + i % ${property.enum.length}]`
  if (property.format === 'date-time') return `now() + i * interval '1 h'`
  return literal({ integer: 1, boolean: false }[typesOf(property) ?? ''] ?? 'x')
}

/** Returns an SQL expression for each column of a family, which yields the value of row `i` in bulk inserts. */
export const bulkValuesOf = (family: Table): Readonly<Record<string, string>> => ({
  id: `'${family.prefix}_' || lpad(i::text, 26, '0')`,
  ...Object.fromEntries(family.columns.map(name => [columnOf(name), exampleOf(family, name)])),
  ...Object.fromEntries(extraColumnsOf(family).map(([column, value]) => [column, literal(value)])),
  record: `'{}'`,
})
