import type { TObject } from 'typebox'
import { composed, type Kinds, nullable, number, rows, type Statement, text } from '#db/statement.ts'
import type { Call, Provided } from '#http/call.ts'
import { directions, type Order, type PageQuery, pageLimit, pagePosition, renderPage } from '#http/page.ts'
import type { Rendered } from '#http/rendered.ts'
import { sortedList } from './sorted/list.ts'

/**
 * The maximum number of records that one page examines. For parsed audit rows this takes 160 ms, on two cores with 24
 * busy processes. It is a parameter of the statements, because a planner that knows the number expects to read that
 * many rows, and sorts them instead of using an index in that order.
 */
const maxExamined = 5000

type ListCall = Call & Partial<Provided<'listSearch'>>

/** A database index on the organization, then on columns that are compared for equality, then on the id. */
interface SearchIndex {
  /** The filters on the index's columns. */
  readonly by: readonly string[]
  /** The fixed filter values of a partial index. */
  readonly where?: Readonly<Record<string, string>>
  /** Set if the columns identify at most one record. */
  readonly unique?: true
  /**
   * A filter that only this index supports, and SQL that checks it on all examined rows `t` at once, for example by an
   * anti-join.
   */
  readonly together?: { readonly name: string; readonly where: string }
}

interface Search {
  readonly table: string
  /** Replaces the table's name in statement names if several searches read one table. */
  readonly of?: string
  /** The SQL parameters of `columns` and `filters`, in addition to the filter values. */
  readonly parameters?: Kinds
  /** The columns of a row other than `id` and `record`; the table is `t`. */
  readonly columns: string
  /** The SQL expression that each filter compares with its value. */
  readonly filters: Readonly<Record<string, string>>
  /** A search uses the first index whose filters are all set, and checks the other filters on each record. */
  readonly indexes: readonly SearchIndex[]
  /** The available orders; only newest first by default. */
  readonly orders?: readonly Order[]
  /** The family that declares how the list can be sorted and searched; without it, the list supports neither. */
  readonly family?: SortedFamily
}

/** The parts of a family that a sorted list needs. */
interface SortedFamily {
  readonly prefix: string
  readonly record: TObject
  readonly sorts?: readonly string[]
}

type FilterValues = Readonly<Record<string, string | undefined>>

/** The start of a page, the end of the range, and the number of records to examine. */
interface KeyRange {
  readonly position: string
  readonly until: string
  readonly walked: number
}

interface WalkStatements<Row> {
  readonly index: SearchIndex
  readonly order: Order
  readonly page: Statement<Row, Readonly<Record<string, unknown>>>
  /** Selects the last record that a page examined, if more follow. */
  readonly end: Statement<{ id: string }, KeyRange>
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Builds one pair of statements per index instead of one statement per set of filters: six filters have 64 sets, and no
 * table can afford an index for each.
 */
const statementsOf = <Row>(declared: Search): WalkStatements<Row>[] => {
  const { table, of = table, parameters = {}, columns, filters, indexes, orders = ['newest'] } = declared
  return orders.flatMap(order =>
    indexes.map(index => {
      const { by, where: fixedValues = {}, unique, together } = index
      const { past, within, by: direction } = directions[order]
      const suffix = order === 'newest' ? '' : `_${order}`
      const indexName = [...by, ...Object.values(fixedValues).map(value => `only_${value}`)].join('_')
      const names = Object.keys(filters)
      const indexConditions = [
        ...by.map(name => ` and ${filters[name]} = :${name}`),
        ...Object.entries(fixedValues).map(([name, value]) => ` and ${filters[name]} = ${literal(value)}`),
      ].join('')
      const others = names.filter(name => !by.includes(name))
      const conditions = [
        ...others.map(name => `(:${name}::text is null or ${filters[name]} = :${name})`),
        ...(together ? [together.where] : []),
      ]
      const where = `where organization_id = :organization and id ${past} :position and id ${within} :until${indexConditions}`
      const nullableTexts = (names: readonly string[]): Kinds =>
        Object.fromEntries(names.map(name => [name, nullable(text)]))
      const bounds: Kinds = { position: text, limit: number, until: text, walked: number }
      const walks = { ...bounds, ...parameters, ...nullableTexts([...by, ...others]) }
      return {
        index,
        order,
        page: composed(
          `${unique ? 'find' : 'list'}_${of}_by_${indexName || 'time'}${together ? `_${together.name}` : ''}${suffix}`,
          walks,
          `select id, record, ${columns} from (
           select * from ${table} ${where} ${unique ? '' : `order by id ${direction}`} limit :walked) t
          where ${conditions.join(' and ') || 'true'}
          ${unique ? '' : `order by id ${direction}`} limit :limit`,
          rows<Row>,
        ),
        end: composed(
          `end_${of}_by_${indexName || 'time'}${suffix}`,
          { position: text, until: text, walked: number, ...nullableTexts(by) },
          `select id from ${table} ${where}
          order by id ${direction} offset :walked limit 1`,
          rows<{ id: string }>,
        ),
      }
    }),
  )
}

const fits = ({ by, where = {}, together }: SearchIndex, filterValues: FilterValues): boolean =>
  [...by, ...(together ? [together.name] : [])].every(name => filterValues[name] !== undefined) &&
  Object.entries(where).every(([name, value]) => filterValues[name] === value)

interface SearchRequest<Row> {
  /** The name of the operation, to which the cursor is bound. */
  readonly endpoint: string
  readonly plural: string
  /** Includes the parameters that sort and search the list, if the list supports them. */
  readonly query: PageQuery & Readonly<Record<string, unknown>>
  /** The values of the filters; by default, the query parameters with the names of the filters. */
  readonly filterValues?: FilterValues
  /** The values of `parameters`. The cursor is bound to them only through `bound`. */
  readonly values?: Readonly<Record<string, unknown>>
  /** The first id, and the first id after the range. The cursor is bound to them only through `bound`. */
  readonly range?: { readonly from?: string | undefined; readonly before?: string | undefined }
  /** Further values that the cursor is bound to. */
  readonly bound?: FilterValues
  /** Newest first by default. */
  readonly order?: Order | undefined
  /** Reads the data that `render` needs in addition to the rows of the page. */
  prepare?(rows: readonly Row[]): Promise<void>
  render(row: Row): string
}

/** The variant of the list for requests that sort it, search it or limit it to a range of times. */
const sortedOf = <Row extends { id: string }>(declared: Search) => {
  const { table, of = table, columns, filters, indexes, parameters, family } = declared
  if (!family?.sorts) return undefined
  const plain = indexes.filter(({ where, together }) => !where && !together)
  return sortedList<Row>({
    ...family,
    sorts: family.sorts,
    ...{ table, of: `${of}_list`, alias: 't', filters, parameters },
    select: `id, record, ${columns}`,
    indexes: plain.map(({ by }) => by),
  })
}

const filtersIn = ({ filters }: Search, query: Readonly<Record<string, unknown>>): FilterValues =>
  Object.fromEntries(
    Object.keys(filters).map(name => [name, query[name] === undefined ? undefined : String(query[name])]),
  )

/**
 * Declares a search that pages through records, newest or oldest first, by any of several filters. A page ends with a
 * cursor once it has examined 5,000 records, even if it shows few of them.
 */
export const search = <Row extends { id: string }>(declared: Search) => {
  const walks = statementsOf<Row>(declared)
  const sorted = sortedOf<Row>(declared)
  const respond = async (call: ListCall, request: SearchRequest<Row>): Promise<Rendered> => {
    const filterValues = request.filterValues ?? filtersIn(declared, request.query)
    const listRequest = { ...request, filterValues }
    if (sorted?.applies(request.query)) return sorted.respond(call, listRequest)
    const extra = (await sorted?.total(call, listRequest)) ?? {}
    const { endpoint, plural, query, values = {}, range = {}, bound = {}, order = 'newest' } = request
    const { organizationId: organization, read } = call
    const match = walks.find(one => one.order === order && fits(one.index, filterValues))
    if (!match) throw new Error(`no index of ${declared.table} fits the filters`)
    const { index, page, end } = match
    const { start, end: furthest } = directions[order]
    const [from, until] = order === 'newest' ? [range.before, range.from] : [range.from, range.before]
    const walk = {
      endpoint,
      plural,
      organization,
      filters: { ...filterValues, ...bound, ...(order !== 'newest' && { order }) },
    }
    const limit = pageLimit(query)
    const names = Object.keys(declared.filters)
    const others = names.filter(name => !index.by.includes(name))
    const filters = Object.fromEntries(names.map(name => [name, filterValues[name] ?? null]))
    const keyRange = { position: pagePosition(call, walk, query.cursor) ?? from ?? start, until: until ?? furthest }
    const rows = await read(page, { ...keyRange, limit: limit + 1, walked: maxExamined, ...values, ...filters })
    const pageRows = rows.slice(0, limit)
    await request.prepare?.(pageRows)
    const last = rows.length > limit ? pageRows.at(-1) : undefined
    const isPartial =
      !last && !index.unique && (index.together || others.some(name => filterValues[name] !== undefined))
    const [lastExamined] = isPartial ? await read(end, { ...keyRange, walked: maxExamined - 1, ...filters }) : []
    return renderPage(
      call,
      walk,
      pageRows.map(row => request.render(row)),
      (last ?? lastExamined)?.id,
      extra,
    )
  }
  /** `query` declares the parameters that sort and search the list, in addition to its filters. */
  return Object.assign(respond, { query: sorted?.query ?? {} })
}
