import type { TObject } from 'typebox'
import type { Kinds } from '#db/statement.ts'
import type { ListSearch } from '#family/list-search.ts'
import type { Call, Provided } from '#http/call.ts'
import { type Order, type PageQuery, pageLimit, pagePosition, renderPage } from '#http/page.ts'
import type { Rendered } from '#http/rendered.ts'
import { type SortColumn, sortColumnsOf, sortQuery } from './columns.ts'
import { decodePosition, encodePosition, type Place } from './place.ts'
import { placeOfBound, readTimeRanges, textOf } from './ranges.ts'
import { type Direction, isWalkedByStatus, type SortedSource, sortedStatements } from './statements.ts'
import { matching, pageOfIds, type SortedCall, type SortedRows, walkPage } from './walk.ts'

/** At most this many records are sorted in memory. For more, a page is read by walking the index of the sort. */
const maxSorted = 10_000
/** The same limit for people of units, whose searches must not reveal the number of records in other units. */
const maxSortedForUnits = 20_000
/** The number of records that one page examines. */
const maxExamined = 5000
/** A search first examines this many records in the order of the list, which suffices if many match. */
const firstExamined = 200
/** Totals are exact up to this number. */
const maxTotal = 10_000
/** The maximum number of records that a total examines if no index covers its filters. */
const maxCounted = 100_000

type Values = Readonly<Record<string, unknown>>

interface SortedDeclaration {
  readonly table: string
  /** The prefix of the ids. */
  readonly prefix: string
  readonly of: string
  readonly record: TObject
  /** The fields by which the list can be sorted. */
  readonly sorts: readonly string[]
  /** The order of the list without a sort. */
  readonly order?: Order | undefined
  /** The sort of a search that does not name one; creation time by default. */
  readonly usualSort?: string
  /** The statuses in the list; by default, all statuses of the schema. */
  readonly statuses?: readonly string[]
  /** Set if every request supplies the ids of the list's records (`among`), so that no index is walked. */
  readonly isPart?: true
  readonly select: string
  readonly alias: string
  readonly filters: Readonly<Record<string, string>>
  readonly indexes: readonly (readonly string[])[]
  readonly parameters?: Kinds | undefined
}

interface SortedRequest<Row> {
  /** The name of the operation, to which the cursor is bound. */
  readonly endpoint: string
  readonly plural: string
  readonly query: PageQuery & Values
  readonly filterValues: Readonly<Record<string, string | undefined>>
  readonly order?: Order | undefined
  /** The ids of the list's records, for a list with `isPart`. */
  readonly among?: readonly string[]
  /** The values of `parameters`. */
  readonly values?: Values
  prepare?(rows: readonly Row[]): Promise<void>
  render(row: Row): string
}

type SearchCall = Call & Partial<Provided<'listSearch'>>

interface Total {
  readonly count: number
  readonly exact: boolean
}

const readSort = (columns: ReadonlyMap<string, SortColumn>, sort: string): readonly [SortColumn, Direction] => {
  const column = columns.get(sort.replace(/^-/, ''))
  if (!column) throw new Error(`the list is not sorted by ${sort}`)
  return [column, sort.startsWith('-') ? 'desc' : 'asc']
}

/** Endpoints whose list can be searched name `listSearch` in their `needs`. */
const searchOf = ({ listSearch }: SearchCall): ListSearch => {
  if (!listSearch) throw new Error('the endpoint does not need listSearch')
  return listSearch
}

const isPeople = ({ actor }: Call): boolean => actor.role !== undefined

/**
 * Declares how a list is sorted, searched, limited to ranges of times, and counted. Requests without these parameters
 * use the list's own statements instead.
 */
export const sortedList = <Row extends { id: string }>(declared: SortedDeclaration) => {
  const {
    table,
    prefix,
    of,
    record,
    select,
    alias,
    filters,
    indexes,
    parameters = {},
    order: usual = 'newest',
    usualSort = usual === 'newest' ? '-createdAt' : 'createdAt',
    isPart = false,
  } = declared
  const columns = sortColumnsOf(record, isPart ? declared.sorts : [...new Set(['createdAt', ...declared.sorts])])
  const status = columns.get('status')
  const statuses = declared.statuses ?? ('status' in filters && status ? status.values : [])
  const source: SortedSource = { table, of, columns, statuses, select, alias, filters, indexes, parameters, isPart }
  const statements = sortedStatements<Row>(source)
  const query = sortQuery(columns, declared.usualSort === undefined ? `${usual} first` : `by ${usualSort}`)
  const names = Object.keys(query)

  /** Whether a request has any of the parameters for sorting, searching and ranges. */
  const applies = (query: Values): boolean => names.some(name => query[name] !== undefined)

  const prepare = (call: SearchCall, request: SortedRequest<Row>) => {
    const { filterValues, values = {}, order = usual } = request
    const given = Object.fromEntries(Object.entries(filterValues).filter(([, value]) => value !== undefined))
    const [sort, direction] = readSort(
      columns,
      textOf(request.query.sort) ?? (order === usual ? usualSort : order === 'newest' ? '-createdAt' : 'createdAt'),
    )
    const { parameters: rangeParameters, bounds } = readTimeRanges(prefix, columns, request.query)
    const own = bounds.get(sort.name)
    const first = direction === 'asc' ? own?.from : own?.to
    const lastBound = direction === 'asc' ? own?.to : own?.from
    const ownStatus = textOf(given.status)
    const unwalked = Object.keys(given).filter(
      name => !(name === 'status' && statuses.length > 0 && isWalkedByStatus(sort)),
    )
    const sorted: SortedCall<Row> = {
      call,
      statements,
      sort,
      direction,
      statuses: ownStatus === undefined ? statuses : [ownStatus],
      values: {
        ...Object.fromEntries(Object.keys(filters).map(name => [name, given[name] ?? null])),
        ...rangeParameters,
        ...values,
      },
      isFiltered: unwalked.length > 0 || bounds.size > 0,
      start: first === undefined ? undefined : placeOfBound(sort, direction, first),
      hasRange: own !== undefined,
      isPastEnd({ value, id }) {
        if (lastBound === undefined) return false
        const position = sort.kind === 'id' ? id : value
        return direction === 'asc' ? position >= lastBound : position < lastBound
      },
      limit: pageLimit(request.query),
      search: undefined,
    }
    return { given, bounds, sorted, among: request.among }
  }

  type Prepared = ReturnType<typeof prepare>

  /** Returns the ids of the rows that match a filter or a range, if there are few; otherwise undefined. */
  const findFew = async (
    call: Call,
    { given, bounds, sorted, among }: Prepared,
  ): Promise<readonly string[] | undefined> => {
    if (among) return among
    const index = statements.indexes.find(
      ({ by }) => by.some(name => name !== 'status') && by.every(name => given[name] !== undefined),
    )
    if (index) {
      const rows = await call.read(index.ids, { ...sorted.values, limit: maxSorted + 1 })
      if (rows.length <= maxSorted) return rows.map(({ id }) => id)
    }
    for (const [field, { from, to }] of bounds) {
      const column = columns.get(field)
      const walk = statements.walks.get(`${field} asc`)
      if (!column || !walk || field === sorted.sort.name) continue
      const place = placeOfBound(column, 'asc', from ?? (column.kind === 'id' ? '' : '-infinity'))
      const { statuses } = sorted
      const rows = await call.read(walk.valued, {
        position: place.id,
        value: place.value,
        statuses,
        walked: maxSorted + 1,
      })
      const inRange = rows.filter(row => to === undefined || (column.kind === 'id' ? row.id : row.sort_value) < to)
      if (inRange.length < rows.length || rows.length <= maxSorted) return inRange.map(({ id }) => id)
    }
    return undefined
  }

  const mostMatches = ({ actor }: Call): number => (actor.units ? maxSortedForUnits : maxSorted)

  const findMatches = async (call: SearchCall, query: string): Promise<readonly string[]> =>
    (await call.read(searchOf(call).find, { query, kinds: [prefix], limit: mostMatches(call) + 1 })).map(({ id }) => id)

  const readPage = async (
    call: SearchCall,
    prepared: Prepared,
    few: readonly string[] | undefined,
    after: Place | undefined,
  ): Promise<SortedRows<Row>> => {
    const { sorted } = prepared
    if (few) return pageOfIds(sorted, await matching(sorted, few), after)
    if (!sorted.search) return walkPage(sorted, after, maxExamined)
    const page = await walkPage(sorted, after, firstExamined)
    if (page.next === undefined || page.rows.length === sorted.limit) return page
    const ids = await findMatches(call, sorted.search.query)
    return ids.length > mostMatches(call) ? walkPage(sorted, after, maxExamined) : pageOfIds(sorted, ids, after)
  }

  const countIds = async (call: Call, { sorted }: Prepared, ids: readonly string[]): Promise<number> =>
    ids.length === 0 ? 0 : ((await call.read(statements.count, { ...sorted.values, ids }))[0]?.count ?? 0)

  const countAll = async (call: SearchCall, prepared: Prepared, few: readonly string[] | undefined): Promise<Total> => {
    const { sorted, given } = prepared
    if (few) return limited(await countIds(call, prepared, await matching(sorted, few)), true)
    if (sorted.search) {
      const ids = await findMatches(call, sorted.search.query)
      return limited(await countIds(call, prepared, ids), ids.length <= mostMatches(call))
    }
    const index = statements.indexes.find(({ by }) => by.every(name => given[name] !== undefined))
    if (!index) throw new Error(`no index counts ${table}`)
    const isIndexed = Object.keys(given).every(name => index.by.includes(name)) && prepared.bounds.size === 0
    const limit = isIndexed ? maxTotal + 1 : maxCounted
    const [row] = await call.read(index.count, { ...sorted.values, limit })
    return limited(row?.count ?? 0, (row?.examined ?? 0) < limit)
  }

  const limited = (count: number, isComplete: boolean): Total => ({
    count: Math.min(count, maxTotal),
    exact: isComplete && count <= maxTotal,
  })

  /** The fields of `pagination` other than the cursor, which only people can request. */
  const total = async (call: SearchCall, request: SortedRequest<Row>): Promise<{ total?: Total }> => {
    if (request.query.total !== 'true') return {}
    const prepared = prepare(call, request)
    return { total: await countAll(call, prepared, await findFew(call, prepared)) }
  }

  const respond = async (call: SearchCall, request: SortedRequest<Row>): Promise<Rendered> => {
    const { endpoint, plural, filterValues, order } = request
    const bound = Object.fromEntries(names.map(name => [name, textOf(request.query[name])]))
    const walk = {
      endpoint,
      plural,
      organization: call.organizationId,
      filters: { ...filterValues, ...bound, ...(order !== undefined && order !== usual && { order }) },
    }
    const position = pagePosition(call, walk, request.query.cursor)
    const { place: after, isSimilar: wasSimilar } = position === undefined ? startPosition : decodePosition(position)
    const prepared = prepare(call, request)
    const few = await findFew(call, prepared)
    const listSearch = searchOf(call)
    const text = textOf(request.query.search)
    const withQuery = (query: string): Prepared => ({
      ...prepared,
      sorted: { ...prepared.sorted, search: { query, among: listSearch.among } },
    })
    let isSimilar = wasSimilar
    let current = prepared
    let page: SortedRows<Row> = nothing
    const queryOf = () => (isSimilar ? listSearch.similarQueryOf : listSearch.queryOf)(call, text ?? '')
    const exact = text === undefined ? undefined : await queryOf()
    if (text === undefined) page = await readPage(call, prepared, few, after)
    if (exact !== undefined) {
      current = withQuery(exact)
      page = await readPage(call, current, few, after)
      if (!isSimilar && after === undefined && page.rows.length === 0 && page.next === undefined) {
        isSimilar = true
        const similar = await queryOf()
        if (similar !== undefined) {
          current = withQuery(similar)
          page = await readPage(call, current, few, after)
        }
      }
    }
    const found = text === undefined || exact !== undefined
    const wantsTotal = request.query.total === 'true'
    const extra = isPeople(call) && {
      ...(wantsTotal && { total: found ? await countAll(call, current, few) : { count: 0, exact: true } }),
      ...(text !== undefined && {
        search: { similar: isSimilar && page.rows.length > 0, current: await listSearch.isCurrent(call) },
      }),
    }
    await request.prepare?.(page.rows)
    const last = page.next && encodePosition({ place: page.next, isSimilar })
    return renderPage(
      call,
      walk,
      page.rows.map(row => request.render(row)),
      last,
      extra || {},
    )
  }

  return { query, applies, total, respond }
}

const nothing = { rows: [], next: undefined }
const startPosition = { place: undefined, isSimilar: false } as const
