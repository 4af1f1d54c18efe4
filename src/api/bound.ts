import type { TObject } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { composed, type Kinds, number, rows, type Statement, text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { Content } from './audit.ts'
import { columnOf, type Reading, type Table } from './table.ts'

export const plain: Reading = value => value
/** A text that is JSON. */
export const parsed: Reading = value => JSON.parse(String(value))
/** A set: in no order of its own. */
export const sorted: Reading = value => (Array.isArray(value) ? value.toSorted() : value)
export const moment: Reading = value => (value === null ? null : iso(Date.parse(String(value))))

/** A row, by column, as JSON. */
export type StoredRow = Readonly<Record<string, unknown>>

type Fields = Readonly<Record<string, unknown>>

/** The digests of an audit row. */
export interface Digests {
  readonly before: string | null
  readonly after: string | null
  readonly content: string | null
  /** False for rows of earlier releases, whose digests were of other texts. */
  readonly binds: boolean
  /** Whether digests of it were erased. */
  readonly erased: boolean
}

/** A row with the audit rows that bind it, oldest first; both are of one moment. */
export interface BoundRow {
  readonly row: StoredRow
  readonly trail: readonly Digests[] | null
}

interface Declared {
  readonly table: string
  /** What its rows are found by within an organization: its primary key. */
  readonly key?: readonly string[]
  /** The columns whose values, joined by a slash, are what audit rows call it; the key when left out. */
  readonly resource?: readonly string[]
  /** False where no public record is stored. */
  readonly record?: false
  /** What a row holds beyond its record, by name: `makers` is the column `makers`. */
  readonly content?: Readonly<Record<string, Reading>>
  /** What columns repeat of the record. */
  readonly repeats?: Readonly<Record<string, (record: Fields) => unknown>>
  /** What actions that speak of it begin with, where those of others have the same resource. */
  readonly actions?: readonly string[]
  /** Of what audit rows call its rows, where the program never deletes one and each begins with an audit row. */
  readonly prefix?: string
  /** Which of its rows `t` the trail speaks of, as SQL; all when left out. */
  readonly where?: string
}

/** How audit rows bind the rows of a table: by the digests of the record and of what a row holds beside it. */
export interface Bound extends Required<Omit<Declared, 'record' | 'content' | 'repeats' | 'prefix' | 'where'>> {
  readonly hasRecord: boolean
  readonly hasContent: boolean
  resourceOf(row: StoredRow): string
  contentOf(row: StoredRow): Content
  /** A column that does not say what the record says. */
  differing(row: StoredRow): string | undefined
  keyOf(row: StoredRow): readonly string[]
  /** Rows after a key with their trail, in its order; their key parameters are `after0` and so on. */
  readonly page: Statement<BoundRow, Fields>
  /** One row; its key parameters are `key0` and so on. */
  readonly one: Statement<{ row: StoredRow }, Fields>
  /** What the trail calls records, in order, and whether one is gone; where none may be. */
  readonly named: Named | undefined
}

interface Named {
  readonly prefix: string
  readonly page: Statement<{ id: string; gone: boolean }, { readonly after: string; readonly limit: number }>
}

const same = (column: unknown, field: unknown): boolean => {
  if (JSON.stringify(column) === JSON.stringify(field)) return true
  if (typeof column !== 'string' || typeof field !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(field)) return false
  return Date.parse(column) === Date.parse(field)
}

const numbered = (name: string, columns: readonly string[]): string[] => columns.map((_, i) => `${name}${i}`)

const kindsOf = (names: readonly string[]): Kinds => Object.fromEntries(names.map(name => [name, text]))

// In the order of the ledger, which is that of locks; ids have the times at which calls began.
const trailOf = (resource: readonly string[], actions: readonly string[]): string => {
  const digest = (name: string) => `e.record::json ->> '${name}Digest'`
  const said = ['before', 'after', 'content'] as const
  const named = actions.map(prefix => `e.action like '${prefix}%'`).join(' or ')
  const erased = `exists (select from ledger_erasure x
    where x.organization_id = e.organization_id and x.event_id = e.id and x.field like '%Digest')`
  return `(select json_agg(json_build_object(${said.map(name => `'${name}', ${digest(name)}`).join(', ')},
            'binds', e.record::json -> 'contentDigest' is not null, 'erased', ${erased})
            order by l.generation, l.leaf_index, e.transaction, e.id)
     from audit_event e left join ledger_leaf l on l.organization_id = e.organization_id and l.event_id = e.id
    where e.organization_id = :organization and e.resource_id = ${resource.map(column => `t.${column}`).join(" || '/' || ")}
      and (coalesce(${said.map(digest).join(', ')}) is not null or ${erased})
      ${actions.length === 0 ? '' : `and (${named})`})`
}

const namedOf = (table: string, column: string, prefix: string): Named => ({
  prefix,
  page: composed(
    `bound_named_${table}`,
    { after: text, limit: number },
    `select n.id, t.organization_id is null and exists (
              select from audit_event e where e.organization_id = :organization and e.resource_id = n.id
                 and e.record::json ->> 'afterDigest' is not null) as gone
       from (select distinct resource_id as id from audit_event
              where organization_id = :organization and resource_id > :after and resource_id < '${prefix}\`'
                and resource_id not like '%/%'
              order by 1 limit :limit) n
       left join ${table} t on t.organization_id = :organization and t.${column} = n.id
      order by n.id`,
    rows<{ id: string; gone: boolean }>,
  ),
})

interface Selected extends Pick<Bound, 'table' | 'key' | 'resource' | 'actions'> {
  readonly columns: readonly string[]
  readonly where?: string | undefined
}

const selects = ({ table, key, resource, actions, columns, where = 'true' }: Selected): Pick<Bound, 'page' | 'one'> => {
  const pairs = [...new Set(columns)].map(column => `'${column}', t.${column}`)
  const [afters, keys] = [numbered('after', key), numbered('key', key)]
  const organization = table === 'organization' ? 'id' : 'organization_id'
  const found = `from ${table} t where t.${organization} = :organization`
  const place = `(${key.map(column => `t.${column}`).join(', ')})`
  const sent = (names: readonly string[]) => `(${names.map(name => `:${name}`).join(', ')})`
  const row = `json_build_object(${pairs.join(', ')}) as row`
  return {
    page: composed(
      `bound_page_${table}`,
      { ...kindsOf(afters), limit: number },
      `select ${row}, ${trailOf(resource, actions)} as trail ${found} and ${place} > ${sent(afters)}
          and ${where}
        order by ${place.slice(1, -1)} limit :limit`,
      rows<BoundRow>,
    ),
    one: composed(
      `bound_row_${table}`,
      kindsOf(keys),
      `select ${row} ${found} and ${place} = ${sent(keys)}`,
      rows<{ row: StoredRow }>,
    ),
  }
}

/** Declares how the audit trail binds a table (decision 065). */
export const bound = (declared: Declared): Bound => {
  const {
    table,
    key = ['id'],
    resource = key,
    record,
    content = {},
    repeats = {},
    actions = [],
    prefix,
    where,
  } = declared
  const hasRecord = record !== false
  const held = Object.entries(content).map(([name, read]) => [name, columnOf(name), read] as const)
  const columns = [...key, ...resource, ...held.map(([, column]) => column), ...Object.keys(repeats)]
  return {
    table,
    key,
    resource,
    actions,
    hasRecord,
    hasContent: held.length > 0,
    named: prefix === undefined ? undefined : namedOf(table, resource[0] ?? 'id', prefix),
    resourceOf: row => resource.map(column => row[column]).join('/'),
    contentOf: row => Object.fromEntries(held.map(([name, column, read]) => [name, read(row[column])])),
    differing(row) {
      const fields: Fields = hasRecord ? JSON.parse(String(row.record)) : {}
      return Object.keys(repeats).find(column => !same(row[column], repeats[column]?.(fields) ?? null))
    },
    keyOf: row => key.map(column => String(row[column])),
    ...selects({ table, key, resource, actions, columns: hasRecord ? [...columns, 'record'] : columns, where }),
  }
}

/** Columns that are fields of the record. */
export const fieldsOf = (...names: readonly string[]): NonNullable<Declared['repeats']> =>
  Object.fromEntries(names.map(name => [columnOf(name), (record: Fields) => record[name]]))

/** A family is bound by its declaration. */
export const boundFamily = ({ table, prefix, columns, beside, content, repeats }: Table<TObject>): Bound =>
  bound({
    table,
    prefix,
    content: { ...Object.fromEntries(Object.keys(beside ?? {}).map(name => [name, plain])), ...content },
    repeats: { ...fieldsOf('id', ...columns), ...repeats },
  })

/** A row as it stands in the transaction. Throws where there is none. */
export const standing = async (
  tx: Transaction,
  of: Bound,
  ...key: readonly string[]
): Promise<{ readonly record: string; readonly content: Content }> => {
  const [found] = await tx.query(of.one, Object.fromEntries(key.map((value, i) => [`key${i}`, value])))
  if (!found) throw new Error(`${of.table} has no row ${key.join('/')}`)
  return { record: String(found.row.record), content: of.contentOf(found.row) }
}
