import type { ListSearch } from '#family/list-search.ts'
import type { Call } from '#http/call.ts'
import type { SortColumn } from './columns.ts'
import { beforeAll, beforeSegment, type Place, placeOf } from './place.ts'
import { type Direction, type Placed, type SortedStatements, segmentOfNull, segmentOfValue } from './statements.ts'

/** The number of records that a page with filters examines first. */
const firstWalk = 200

/** One request to a sorted list. */
export interface SortedCall<Row extends { id: string }> {
  readonly call: Pick<Call, 'read'>
  readonly statements: SortedStatements<Row>
  readonly sort: SortColumn
  readonly direction: Direction
  /** The statuses to walk. */
  readonly statuses: readonly string[]
  /** The values of all parameters of filters, ranges and columns. */
  readonly values: Readonly<Record<string, unknown>>
  /** Whether filters or ranges exclude some of the rows that a walk examines. */
  readonly isFiltered: boolean
  /** Whether the request limits the sorted field to a range, which excludes rows without a value. */
  readonly hasRange: boolean
  readonly start: Place | undefined
  readonly isPastEnd: (place: Place) => boolean
  readonly limit: number
  readonly search: { readonly query: string; readonly among: ListSearch['among'] } | undefined
}

export interface SortedRows<Row> {
  readonly rows: readonly Row[]
  /** Where the next page begins; undefined at the end of the list. */
  readonly next: Place | undefined
}

/** A part of a sorted list that one statement walks. */
interface Segment {
  readonly number: number
  readonly isEmpty: boolean
  readonly member?: string
}

const segmentsOf = ({ sort, direction, values: parameters }: SortedCall<{ id: string }>): Segment[] => {
  const { name, kind, isNullable, values } = sort
  if (kind === 'choice') {
    const chosen = parameters[name] ?? undefined
    const segments = values
      .map((member, i) => ({ number: i + 1, isEmpty: false, member }))
      .filter(({ member }) => chosen === undefined || member === chosen)
    return direction === 'asc' ? segments : segments.reverse()
  }
  if (!isNullable) return [{ number: 0, isEmpty: false }]
  return [
    { number: segmentOfValue[direction], isEmpty: false },
    { number: segmentOfNull[direction], isEmpty: true },
  ]
}

/** Returns those of the ids whose records match the search. */
export const matching = async (
  { call, search }: Pick<SortedCall<{ id: string }>, 'call' | 'search'>,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (!search || ids.length === 0) return ids
  return (await call.read(search.among, { query: search.query, ids })).map(({ id }) => id)
}

/** Sorts the given records in memory and returns those after a place: up to `limit`, plus one if there are more. */
const sortIds = <Row extends { id: string }>(
  { call, statements, sort, direction, values }: SortedCall<Row>,
  ids: readonly string[],
  after: Place | undefined,
  limit: number,
): Promise<(Row & Placed)[]> => {
  if (ids.length === 0) return Promise.resolve([])
  const { segment, value, id } = after ?? beforeAll(direction)
  const place = { segment, value, position: id }
  return call.read(statements.page[direction], { ...values, ids, sort: sort.name, ...place, limit: limit + 1 })
}

const cut = <Row extends { id: string }>(rows: readonly (Row & Placed)[], limit: number): SortedRows<Row> => {
  const last = rows[limit - 1]
  return { rows: rows.slice(0, limit), next: rows.length > limit && last ? placeOf(last) : undefined }
}

/** Sorts the given records in memory and returns the page after a place. */
export const pageOfIds = async <Row extends { id: string }>(
  request: SortedCall<Row>,
  ids: readonly string[],
  after: Place | undefined,
): Promise<SortedRows<Row>> => cut(await sortIds(request, ids, after, request.limit), request.limit)

/**
 * Reads the first walked records that match the filters and the search: up to `limit`, plus one if there are more. A
 * record that changed after the walk keeps its place, so that the next page does not skip other records.
 */
const rowsOf = async <Row extends { id: string }>(
  request: SortedCall<Row>,
  segment: number,
  walked: readonly { readonly id: string; readonly sort_value: string }[],
  limit: number,
): Promise<(Row & Placed)[]> => {
  const ids = await matching(
    request,
    walked.map(({ id }) => id),
  )
  const found = new Map((await sortIds(request, ids, undefined, limit)).map(row => [row.id, row]))
  return walked.flatMap(({ id, sort_value }) => {
    const row = found.get(id)
    return row ? [{ ...row, sort_segment: segment, sort_value }] : []
  })
}

/**
 * Walks the index of the sort, starting at a place, until a page is full or `budget` records are examined. In the
 * second case the page may have few rows although more records follow.
 */
export const walkPage = async <Row extends { id: string }>(
  request: SortedCall<Row>,
  after: Place | undefined,
  budget: number,
): Promise<SortedRows<Row>> => {
  const { call, statements, sort, direction, statuses, isFiltered, search, limit } = request
  const walk = statements.walks.get(`${sort.name} ${direction}`)
  if (!walk) throw new Error(`no statement sorts by ${sort.name}`)
  const rows: (Row & Placed)[] = []
  const segments = segmentsOf(request)
  let from = after ?? request.start
  let examined = 0
  for (const { number, isEmpty, member } of segments) {
    const isBehind = from && (direction === 'asc' ? number < from.segment : number > from.segment)
    if (isBehind || (isEmpty && request.hasRange)) continue
    let place = from?.segment === number ? from : beforeSegment(sort, direction, number)
    from = undefined
    for (;;) {
      const remaining = limit - rows.length
      const walked =
        isFiltered || search ? Math.min(examined === 0 ? firstWalk + limit : budget, budget) : remaining + 1
      const statement = isEmpty ? walk.empty : walk.valued
      if (!statement) break
      const chunk = await call.read(statement, { position: place.id, value: place.value, member, statuses, walked })
      examined += chunk.length
      const inRange = chunk.filter(({ id, sort_value: value }) => !request.isPastEnd({ segment: number, value, id }))
      rows.push(...(await rowsOf(request, number, inRange, remaining)))
      if (rows.length > limit) return cut(rows, limit)
      if (inRange.length < chunk.length) return { rows, next: undefined }
      const last = chunk.at(-1)
      if (!last || chunk.length < walked) break
      place = { segment: number, value: last.sort_value, id: last.id }
      if (rows.length === limit || examined >= budget) return { rows, next: place }
    }
  }
  return { rows, next: undefined }
}
