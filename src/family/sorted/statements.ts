import { composed, type Kinds, nullable, number, rows, type Statement, text, texts } from '#db/statement.ts'
import { columnTypes, rangeFields, rangeOf, type SortColumn } from './columns.ts'

/** The parts from which the statements of a sorted list are composed. */
export interface SortedSource {
  readonly table: string
  /** The name of the list in the names of its statements. */
  readonly of: string
  readonly columns: ReadonlyMap<string, SortColumn>
  /** The statuses of the records, if each index of a sort begins with the status. */
  readonly statuses: readonly string[]
  /** The columns of a row, as SQL on `alias`, including `id` and `record`. */
  readonly select: string
  readonly alias: string
  /** The SQL expression that each filter compares with its value. */
  readonly filters: Readonly<Record<string, string>>
  /** The sets of filters that have an index, the narrowest first. */
  readonly indexes: readonly (readonly string[])[]
  /** The SQL parameters of `select` and `filters`, in addition to the filter values. */
  readonly parameters: Kinds
  /** Whether each request supplies the ids of the list's records. */
  readonly isPart: boolean
}

export type Direction = 'asc' | 'desc'

/** A row with its place in the list. */
export interface Placed {
  readonly id: string
  readonly sort_segment: number
  readonly sort_value: string
}

type Values = Readonly<Record<string, unknown>>

type Read<Row> = Statement<Row, Values>

/** Walks the index of a sort: the rows of a segment after a place. */
type Walk = Read<{ id: string; sort_value: string }>

export interface SortedStatements<Row> {
  /**
   * The statements that walk the index of each sort in each direction: `valued` reads the rows with a value, `empty`
   * those without one.
   */
  readonly walks: ReadonlyMap<string, { readonly valued: Walk; readonly empty: Walk | undefined }>
  /** Selects, of these ids, the rows after a place that match the filters, in order. */
  readonly page: Readonly<Record<Direction, Read<Row & Placed>>>
  /** Counts, of these ids, the visible rows that match the filters. */
  readonly count: Read<{ count: number }>
  readonly indexes: readonly {
    readonly by: readonly string[]
    /** Selects the ids of the rows with these filter values, in no order. */
    readonly ids: Read<{ id: string }>
    /** Counts the rows with these filter values that match all filters, among the first `examined`. */
    readonly count: Read<{ count: number; examined: number }>
  }[]
}

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** Whether the index of a sort begins with the status, if the records have one. */
export const isWalkedByStatus = ({ kind }: SortColumn): boolean => kind !== 'choice' && kind !== 'person'

const listOf = (values: readonly string[]): string => `array[${values.map(literal).join(', ')}]`

/** SQL for the text by which people are sorted: the name, then the id. */
const personValue = (alias: string): string => `${alias}.name_sort || chr(1) || ${alias}.id`

/** SQL for the value of a column as a text that sorts in the same order as the column. */
const valueSql = ({ kind, column }: SortColumn): string => {
  if (kind === 'time') return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
  if (kind === 'number') return `lpad(${column}::text, 16, '0')`
  if (kind === 'person')
    return `(select ${personValue('w')} from person w where w.organization_id = :organization and w.id = ${column})`
  return kind === 'text' ? column : `''`
}

/** The number of a row's segment. Rows without a value are in the last segment in either direction. */
export const segmentOfNull = { asc: 1, desc: 0 } as const
export const segmentOfValue = { asc: 0, desc: 1 } as const

const segmentSql = ({ kind, column, isNullable, values }: SortColumn, direction: Direction): string | undefined => {
  if (kind === 'choice') return `array_position(${listOf(values)}, t.${column})`
  if (!isNullable) return undefined
  return `(t.${column} is ${direction === 'asc' ? '' : 'not '}null)::int`
}

const byName = (columns: ReadonlyMap<string, SortColumn>, sql: (column: SortColumn) => string | undefined) =>
  [...columns.values()].flatMap(column => {
    const text = sql(column)
    return text === undefined ? [] : [`when '${column.name}' then ${text}`]
  })

const caseOf = (parts: readonly string[], otherwise: string): string =>
  parts.length === 0 ? otherwise : `coalesce(case :sort ${parts.join(' ')} end, ${otherwise})`

const past = { asc: '>', desc: '<' } as const

/** Walks the people in the order of their names, and the records of each, in the order of their ids. */
const walkPeople = ({ table }: SortedSource, { name, column }: SortColumn, direction: Direction): Walk => {
  const [inclusive, suffix] = direction === 'asc' ? ['>=', ''] : ['<=', '_down']
  const sql = `select r.id, p.sort_value from (
         select id, name_sort, ${personValue('person')} as sort_value from person
          where organization_id = :organization
            and (name_sort, id) ${inclusive} (split_part(:value, chr(1), 1), split_part(:value, chr(1), 2))) p
       cross join lateral (select id from ${table}
         where organization_id = :organization and ${column} = p.id
           and id ${past[direction]} case when p.sort_value = :value then :position else '${direction === 'asc' ? '' : '~'}' end
         order by id ${direction} limit :walked) r
       order by p.name_sort ${direction}, p.id ${direction}, r.id ${direction} limit :walked`
  const takes: Kinds = { position: text, walked: number, value: text }
  return composed(`walk_${table}_by_${name}${suffix}`, takes, sql, rows<{ id: string; sort_value: string }>)
}

const walkOf = (source: SortedSource, sort: SortColumn, direction: Direction, isEmpty: boolean): Walk => {
  const { table, statuses } = source
  if (sort.kind === 'person' && !isEmpty) return walkPeople(source, sort, direction)
  const { name, column, kind } = sort
  const isValue = kind === 'text' || kind === 'time' || kind === 'number'
  // Records without a person are also ordered by the column, because PostgreSQL does not infer that it is null in all
  // of them.
  const order = isValue || kind === 'person' ? [column, 'id'] : ['id']
  const orderSql = order.map(one => `${one} ${direction}`).join(', ')
  const inParts = statuses.length > 0 && isWalkedByStatus(sort)
  const place = isEmpty
    ? `${column} is null and id ${past[direction]} :position`
    : kind === 'choice'
      ? `${column} = :member and id ${past[direction]} :position`
      : isValue
        ? `(${column}, id) ${past[direction]} (:value::${columnTypes[kind].type}, :position)`
        : `id ${past[direction]} :position`
  const value = isEmpty || !isValue ? `''` : valueSql(sort)
  const part = `select id, ${isValue ? `${column}, ` : ''}${value} as sort_value from ${table}
       where organization_id = :organization${inParts ? ' and status = s.status' : ''} and ${place}
       order by ${orderSql} limit :walked`
  const sql = inParts
    ? `select r.id, r.sort_value from unnest(:statuses::text[]) s(status) cross join lateral (${part}) r
       order by ${order.map(one => `r.${one} ${direction}`).join(', ')} limit :walked`
    : part.replace(`select id, ${isValue ? `${column}, ` : ''}`, 'select id, ')
  const takes: Kinds = {
    position: text,
    walked: number,
    ...(isValue && !isEmpty && { value: text }),
    ...(kind === 'choice' && { member: text }),
    ...(inParts && { statuses: texts }),
  }
  const suffix = `${direction === 'asc' ? '' : '_down'}${isEmpty ? '_empty' : ''}`
  return composed(`walk_${table}_by_${name}${suffix}`, takes, sql, rows<{ id: string; sort_value: string }>)
}

/** The SQL conditions of all filters and ranges. A null parameter turns its condition off. */
const conditionsOf = ({ filters, columns, alias }: SortedSource): { sql: string; takes: Kinds } => {
  const names = Object.keys(filters)
  const ranges = rangeFields(columns).flatMap(field => {
    const column = columns.get(field)
    if (!column) return []
    const { from, to } = rangeOf(field)
    const type = column.kind === 'id' ? 'text' : 'timestamptz'
    return [
      { name: from, sql: `(:${from}::text is null or ${alias}.${column.column} >= :${from}::${type})` },
      { name: to, sql: `(:${to}::text is null or ${alias}.${column.column} < :${to}::${type})` },
    ]
  })
  return {
    sql: [
      'true',
      ...names.map(name => `(:${name}::text is null or ${filters[name]} = :${name})`),
      ...ranges.map(({ sql }) => sql),
    ].join('\n          and '),
    takes: Object.fromEntries([...names, ...ranges.map(({ name }) => name)].map(name => [name, nullable(text)])),
  }
}

/** The parameters that a statement uses. */
const used = (sql: string, kinds: Kinds): Kinds => {
  const names = new Set(Array.from(sql.matchAll(/(?<![:\w]):([a-z]\w*)/g), ([, name]) => name))
  return Object.fromEntries(Object.entries(kinds).filter(([name]) => names.has(name)))
}

/**
 * Composes the statements of a list that can be sorted and searched. Few rows are sorted in memory; many are read by
 * walking the index of the sort.
 */
export const sortedStatements = <Row>(source: SortedSource): SortedStatements<Row> => {
  const { table, of, columns, select, alias, filters, indexes, parameters } = source
  const conditions = conditionsOf(source)
  const takes = { ...parameters, ...conditions.takes }
  const directions: readonly Direction[] = ['asc', 'desc']
  const oneById = `(select * from ${table} where organization_id = :organization and id = i.sorted_id offset 0)`
  const page = (direction: Direction): Read<Row & Placed> => {
    const segment = caseOf(
      byName(columns, column => segmentSql(column, direction)),
      '0',
    )
    const value = caseOf(
      byName(columns, column =>
        column.kind === 'id' || column.kind === 'choice'
          ? undefined
          : valueSql({ ...column, column: `t.${column.column}` }),
      ),
      `''`,
    )
    const order = ['sort_segment', 'sort_value collate "C"', 'id'].map(one => `${one} ${direction}`).join(', ')
    const sql = `select ${select}, sort_segment, sort_value from (
         select t.*, ${segment} as sort_segment, ${value} as sort_value
           from unnest(:ids::text[]) i(sorted_id) cross join lateral ${oneById} t) ${alias}
        where (sort_segment, sort_value collate "C", id) ${past[direction]} (:segment, :value, :position)
          and ${conditions.sql}
        order by ${order} limit :limit`
    const own: Kinds = { ids: texts, sort: text, segment: number, value: text, position: text, limit: number }
    return composed(
      `sort_${of}${direction === 'asc' ? '' : '_down'}`,
      used(sql, { ...own, ...takes }),
      sql,
      rows<Row & Placed>,
    )
  }
  const countSql = `select count(*)::int as count
       from unnest(:ids::text[]) i(sorted_id) cross join lateral ${oneById} ${alias} where ${conditions.sql}`
  return {
    walks: new Map(
      (source.isPart ? [] : [...columns.values()]).flatMap(sort =>
        directions.map(direction => {
          const empty = sort.isNullable && sort.kind !== 'choice' ? walkOf(source, sort, direction, true) : undefined
          return [`${sort.name} ${direction}`, { valued: walkOf(source, sort, direction, false), empty }] as const
        }),
      ),
    ),
    page: { asc: page('asc'), desc: page('desc') },
    count: composed(`count_${of}`, used(countSql, { ids: texts, ...takes }), countSql, rows<{ count: number }>),
    indexes: indexes.map(by => {
      const name = by.join('_') || 'all'
      const match = by.map(one => ` and ${filters[one]} = :${one}`).join('')
      const idsSql = `select id from ${table} ${alias} where organization_id = :organization${match} order by id limit :limit`
      const countSql = `select count(*) filter (where ${conditions.sql})::int as count, count(*)::int as examined from (
         select * from ${table} ${alias} where organization_id = :organization${match} order by id limit :limit) ${alias}`
      const kinds = { limit: number, ...takes }
      return {
        by,
        ids: composed(`ids_${of}_by_${name}`, used(idsSql, kinds), idsSql, rows<{ id: string }>),
        count: composed(
          `count_${of}_by_${name}`,
          used(countSql, kinds),
          countSql,
          rows<{ count: number; examined: number }>,
        ),
      }
    }),
  }
}
