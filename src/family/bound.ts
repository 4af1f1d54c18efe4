import type { TObject } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { composed, type Kinds, number, rows, type Statement, text } from '#db/statement.ts'
import type { Content } from '#http/audit.ts'
import { notFound } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { type ColumnReader, columnOf, type Table } from './table.ts'

export const readAsIs: ColumnReader = value => value
/** Parses a column that contains JSON text. */
export const parsed: ColumnReader = value => JSON.parse(String(value))
/** Sorts a set, because its order has no meaning. */
export const sorted: ColumnReader = value => (Array.isArray(value) ? value.toSorted() : value)
export const moment: ColumnReader = value => (value === null ? null : iso(Date.parse(String(value))))

/** A row as JSON: its values by column. */
export type StoredRow = Readonly<Record<string, unknown>>

type Fields = Readonly<Record<string, unknown>>

/** The digests of an audit row. */
export interface Digests {
  readonly before: string | null
  readonly after: string | null
  readonly content: string | null
  /** False for rows from earlier releases, whose digests were computed over different text. */
  readonly binds: boolean
  /** Whether any of its digests was erased. */
  readonly erased: boolean
}

/** A row with the audit rows that bind it, oldest first, all from one snapshot. */
export interface BoundRow {
  readonly row: StoredRow
  readonly trail: readonly Digests[] | null
}

interface BoundDeclaration {
  readonly table: string
  /** The primary key of a row within an organization. */
  readonly key?: readonly string[]
  /** The columns whose values, joined by slashes, form the resource id in audit rows; by default the key. */
  readonly resource?: readonly string[]
  /** False if the table stores no public record. */
  readonly record?: false
  /** The content of a row beyond its record, by name: `makers` is the column `makers`. */
  readonly content?: Readonly<Record<string, ColumnReader>>
  /** Columns that repeat a part of the record. */
  readonly repeats?: Readonly<Record<string, (record: Fields) => unknown>>
  /** The prefixes of actions on the table, needed if actions on other tables name the same resource. */
  readonly actions?: readonly string[]
  /**
   * The prefix of resource ids in audit rows. If audit rows name a row that does not exist and do not report it as
   * removed, it counts as missing.
   */
  readonly prefix: string | readonly string[]
  /** SQL condition for the rows `t` that the trail covers; all rows by default. */
  readonly where?: string
}

/** How audit rows bind the rows of a table: by digests of the record and of its further content. */
export interface Bound extends Required<Omit<BoundDeclaration, 'record' | 'content' | 'repeats' | 'prefix' | 'where'>> {
  readonly hasRecord: boolean
  readonly hasContent: boolean
  resourceOf(row: StoredRow): string
  contentOf(row: StoredRow): Content
  /** Returns the name of a column that contradicts the record, if any. */
  differing(row: StoredRow): string | undefined
  keyOf(row: StoredRow): readonly string[]
  /** Selects rows after a key with their trail, in key order; the key parameters are `after0` and so on. */
  readonly page: Statement<BoundRow, Fields>
  /** Selects one row; the key parameters are `key0` and so on. */
  readonly one: Statement<{ row: StoredRow }, Fields>
  /** Lists the resource ids in the trail, in order, and whether a record disappeared without a recorded removal. */
  readonly named: Named
}

interface Named {
  /** A text that sorts before all resource ids of the table. */
  readonly first: string
  readonly page: Statement<{ id: string; gone: boolean }, { readonly after: string; readonly limit: number }>
}

const isSame = (column: unknown, field: unknown): boolean => {
  if (JSON.stringify(column) === JSON.stringify(field)) return true
  if (typeof column !== 'string' || typeof field !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(field)) return false
  return Date.parse(column) === Date.parse(field)
}

const numbered = (name: string, columns: readonly string[]): string[] => columns.map((_, i) => `${name}${i}`)

const kindsOf = (names: readonly string[]): Kinds => Object.fromEntries(names.map(name => [name, text]))

const tenantOf = (table: string): string => (table === 'organization' ? 'id' : 'organization_id')

/** SQL: whether an audit row has one of these actions. Excludes webhook deliveries, which bind nothing. */
const actionCondition = (actions: readonly string[]): string =>
  `e.action <> 'webhook.deliver'${
    actions.length === 0 ? '' : ` and (${actions.map(prefix => `e.action like '${prefix}%'`).join(' or ')})`
  }`

// Sorts by position in the ledger, which follows the order in which the calls locked the record. Ids follow the order
// in which the calls began.
const trailOf = (resource: readonly string[], actions: readonly string[]): string => {
  const digest = (name: string) => `e.record::json ->> '${name}Digest'`
  const digestNames = ['before', 'after', 'content'] as const
  const erased = `exists (select from ledger_erasure x
    where x.organization_id = e.organization_id and x.event_id = e.id and x.field like '%Digest')`
  return `(select json_agg(json_build_object(${digestNames.map(name => `'${name}', ${digest(name)}`).join(', ')},
            'binds', e.record::json -> 'contentDigest' is not null, 'erased', ${erased})
            order by l.generation, l.leaf_index, e.transaction, e.id)
     from audit_event e left join ledger_leaf l on l.organization_id = e.organization_id and l.event_id = e.id
    where e.organization_id = :organization and e.resource_id = ${resource.map(column => `t.${column}`).join(" || '/' || ")}
      and ${actionCondition(actions)} and (coalesce(${digestNames.map(digest).join(', ')}) is not null or ${erased}))`
}

interface NamedSource extends Pick<Bound, 'table' | 'key' | 'resource' | 'actions'> {
  readonly prefixes: readonly string[]
}

// Skips through the index from one id to the next, because one busy record can have a million audit rows.
const namedOf = ({ table, key, resource, actions, prefixes }: NamedSource): Named => {
  const hasPrefix = `(${prefixes.map(prefix => `n.id like '${prefix}\\_%'`).join(' or ')})`
  const after = (id: string) => `(select e.resource_id from audit_event e where e.organization_id = :organization
      and e.resource_id > ${id} and e.resource_id < '${prefixes.toSorted().at(-1)}\`' order by e.resource_id limit 1)`
  const parts = resource.map((column, i) => `t.${column} = split_part(n.id, '/', ${i + 1})`)
  const digest = (name: string) => `e.record::json ->> '${name}Digest'`
  const leavesRecord = `coalesce(${digest('after')}, ${digest('content')}) is not null`
  return {
    first: `${prefixes.toSorted()[0]}_`,
    page: composed(
      `bound_named_${table}`,
      { after: text, limit: number },
      `with recursive every(id) as (
          select ${after(':after')} union all select ${after('every.id')} from every where every.id is not null
        ), n as (
          select n.id from every n where ${hasPrefix} and n.id ${key.length > 1 ? '' : 'not '}like '%/%' limit :limit
        )
        select n.id, not exists (select from ${table} t where t.${tenantOf(table)} = :organization and ${parts.join(' and ')})
               and (select count(*) filter (where ${leavesRecord}) > count(*) filter (where not ${leavesRecord} and ${digest('before')} is not null)
                      from audit_event e
                     where e.organization_id = :organization and e.resource_id = n.id and ${actionCondition(actions)}) as gone
          from n order by n.id`,
      rows<{ id: string; gone: boolean }>,
    ),
  }
}

interface SelectedRows extends Pick<Bound, 'table' | 'key' | 'resource' | 'actions'> {
  readonly columns: readonly string[]
  readonly where?: string | undefined
}

const selectionsOf = ({
  table,
  key,
  resource,
  actions,
  columns,
  where = 'true',
}: SelectedRows): Pick<Bound, 'page' | 'one'> => {
  const pairs = [...new Set(columns)].map(column => `'${column}', t.${column}`)
  const [afterNames, keyNames] = [numbered('after', key), numbered('key', key)]
  const fromSql = `from ${table} t where t.${tenantOf(table)} = :organization`
  const keySql = `(${key.map(column => `t.${column}`).join(', ')})`
  const parameters = (names: readonly string[]) => `(${names.map(name => `:${name}`).join(', ')})`
  const row = `json_build_object(${pairs.join(', ')}) as row`
  const pageKinds: Kinds = { ...kindsOf(afterNames), limit: number }
  return {
    page: composed(
      `bound_page_${table}`,
      pageKinds,
      `select ${row}, ${trailOf(resource, actions)} as trail ${fromSql} and ${keySql} > ${parameters(afterNames)}
          and ${where}
        order by ${keySql.slice(1, -1)} limit :limit`,
      rows<BoundRow>,
    ),
    one: composed(
      `bound_row_${table}`,
      kindsOf(keyNames),
      `select ${row} ${fromSql} and ${keySql} = ${parameters(keyNames)}`,
      rows<{ row: StoredRow }>,
    ),
  }
}

/**
 * Declares how the audit trail binds a table (decision 065).
 *
 *     export const boundAccounts = bound({
 *       table: 'service_account', prefix: 'sva',
 *       content: { secretShownTo: readAsIs },
 *       repeats: { disabled: ({ status }) => status === 'disabled', ...fieldsOf('id', 'clientId') },
 *     })
 */
export const bound = (declared: BoundDeclaration): Bound => {
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
  const contentColumns = Object.entries(content).map(([name, read]) => [name, columnOf(name), read] as const)
  const columns = [...key, ...resource, ...contentColumns.map(([, column]) => column), ...Object.keys(repeats)]
  return {
    table,
    key,
    resource,
    actions,
    hasRecord,
    hasContent: contentColumns.length > 0,
    named: namedOf({ table, key, resource, actions, prefixes: [prefix].flat() }),
    resourceOf: row => resource.map(column => row[column]).join('/'),
    contentOf: row => Object.fromEntries(contentColumns.map(([name, column, read]) => [name, read(row[column])])),
    differing(row) {
      const fields: Fields = hasRecord ? JSON.parse(String(row.record)) : {}
      return Object.keys(repeats).find(column => !isSame(row[column], repeats[column]?.(fields) ?? null))
    },
    keyOf: row => key.map(column => String(row[column])),
    ...selectionsOf({ table, key, resource, actions, columns: hasRecord ? [...columns, 'record'] : columns, where }),
  }
}

/** Declares columns that repeat fields of the record. */
export const fieldsOf = (...names: readonly string[]): NonNullable<BoundDeclaration['repeats']> =>
  Object.fromEntries(names.map(name => [columnOf(name), (record: Fields) => record[name]]))

/** Derives from the declaration of a family how the audit trail binds it. */
export const boundFamily = ({ table, prefix, columns, beside, content, repeats }: Table<TObject>): Bound =>
  bound({
    table,
    prefix,
    content: { ...Object.fromEntries(Object.keys(beside ?? {}).map(name => [name, readAsIs])), ...content },
    repeats: { ...fieldsOf('id', ...columns), ...repeats },
  })

/** Reads a row as it is now in the transaction. Throws a 404 if its parent moved to another unit in the meantime. */
export const currentRow = async (
  tx: Transaction,
  binding: Bound,
  ...key: readonly string[]
): Promise<{ readonly record: string; readonly content: Content }> => {
  const [current] = await tx.query(binding.one, Object.fromEntries(key.map((value, i) => [`key${i}`, value])))
  if (!current) throw notFound('record')
  return { record: String(current.row.record), content: binding.contentOf(current.row) }
}
