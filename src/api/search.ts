import { nullable, number, rows, type Statement, statement, text } from '#db/statement.ts'
import type { Rendered } from './answer.ts'
import type { Call } from './call.ts'
import { directions, type Order, type PageQuery, pageLimit, pagePosition, renderPage } from './page.ts'

/**
 * So many records are looked at for one page: 160 ms for audit rows that are parsed, on two cores with 24 busy processes.
 * It is a parameter, because a planner that knows it expects to reach it, and then sorts what an index has in order.
 */
const maxWalked = 5000

/** An index that begins with the organization, is entered by equal values, and goes on in the order of ids. */
interface Way {
  /** The filters whose values it is entered by. */
  readonly by: readonly string[]
  /** The values of filters that the index is for alone. */
  readonly only?: Readonly<Record<string, string>>
  /** What it is entered by names one record at most. */
  readonly unique?: true
}

interface Search {
  readonly table: string
  /** What a row shows beside `id` and `record`; the table is `t`. */
  readonly columns: string
  /** SQL of each filter's value. */
  readonly filters: Readonly<Record<string, string>>
  /** The first whose filters are given is walked; what else is given is looked at in each record. */
  readonly ways: readonly Way[]
  /** The orders that can be asked for; newest first alone when left out. */
  readonly orders?: readonly Order[]
}

type Given = Readonly<Record<string, string | undefined>>

/** Where a page begins, where the range ends, and how many records are looked at. */
interface Stretch {
  readonly position: string
  readonly until: string
  readonly walked: number
}

interface Walked<Row> {
  readonly way: Way
  readonly order: Order
  readonly page: Statement<Row, Stretch & { readonly limit: number }>
  /** The last record that a page has looked at, when there are more. */
  readonly end: Statement<{ id: string }, Stretch>
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * One pair of statements for each index instead of one statement for each set of filters: with six filters there are 64
 * sets, and no table bears an index for each.
 */
const statementsOf = <Row>({ table, columns, filters, ways, orders = ['newest'] }: Search): Walked<Row>[] =>
  orders.flatMap(order =>
    ways.map(way => {
      const { by, only = {}, unique } = way
      const { past, within, by: direction } = directions[order]
      const suffix = order === 'newest' ? '' : `_${order}`
      const named = [...by, ...Object.keys(only).map(name => `only_${name}`)].join('_')
      const names = Object.keys(filters)
      const entered = [
        ...by.map(name => ` and ${filters[name]} = :${name}`),
        ...Object.entries(only).map(([name, value]) => ` and ${filters[name]} = ${literal(value)}`),
      ].join('')
      const others = names.filter(name => !by.includes(name))
      const conditions = others.map(name => `(:${name}::text is null or ${filters[name]} = :${name})`)
      const where = `where organization_id = :organization and id ${past} :position and id ${within} :until${entered}`
      const given = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, nullable(text)]))
      return {
        way,
        order,
        page: statement(
          `${unique ? 'find' : 'list'}_${table}_by_${named || 'time'}${suffix}`,
          { position: text, limit: number, until: text, walked: number, ...given([...by, ...others]) },
          `select id, record, ${columns} from (
           select * from ${table} ${where} ${unique ? '' : `order by id ${direction}`} limit :walked) t
          where ${conditions.join(' and ') || 'true'}
          ${unique ? '' : `order by id ${direction}`} limit :limit`,
          rows<Row>,
        ),
        end: statement(
          `end_${table}_by_${named || 'time'}${suffix}`,
          { position: text, until: text, walked: number, ...given(by) },
          `select id from ${table} ${where}
          order by id ${direction} offset :walked limit 1`,
          rows<{ id: string }>,
        ),
      }
    }),
  )

const isGiven = ({ by, only = {} }: Way, given: Given): boolean =>
  by.every(name => given[name] !== undefined) && Object.entries(only).every(([name, value]) => given[name] === value)

interface Asked<Row> {
  /** The operation's name, which the cursor is bound to. */
  readonly endpoint: string
  readonly plural: string
  readonly query: PageQuery
  readonly given: Given
  /** Ids from here, and before there; what they stand for is bound to the cursor. */
  readonly range?: { readonly from?: string | undefined; readonly before?: string | undefined }
  readonly bound?: Given
  /** Newest first when left out. */
  readonly order?: Order | undefined
  render(row: Row): string
}

/**
 * Pages of records, newest or oldest first, by any of several filters. A page that has looked at 5,000 records ends there, with
 * the cursor of what follows, however few of them it shows.
 */
export const search = <Row extends { id: string }>(declared: Search) => {
  const walked = statementsOf<Row>(declared)
  return async (call: Call, asked: Asked<Row>): Promise<Rendered> => {
    const { endpoint, plural, query, given, range = {}, bound = {}, order = 'newest', render } = asked
    const { organizationId: organization, read } = call
    const found = walked.find(one => one.order === order && isGiven(one.way, given))
    if (!found) throw new Error(`no way leads through ${declared.table}`)
    const { way, page, end } = found
    const { start, end: furthest } = directions[order]
    const [from, until] = order === 'newest' ? [range.before, range.from] : [range.from, range.before]
    const walk = {
      endpoint,
      plural,
      organization,
      filters: { ...given, ...bound, ...(order !== 'newest' && { order }) },
    }
    const limit = pageLimit(query)
    const names = Object.keys(declared.filters)
    const others = names.filter(name => !way.by.includes(name))
    const filters = Object.fromEntries(names.map(name => [name, given[name] ?? null]))
    const stretch = { position: pagePosition(call, walk, query.cursor) ?? from ?? start, until: until ?? furthest }
    const rows = await read(page, { ...stretch, limit: limit + 1, walked: maxWalked, ...filters })
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const isPartial = !last && !way.unique && others.some(name => given[name] !== undefined)
    const [stopped] = isPartial ? await read(end, { ...stretch, walked: maxWalked - 1, ...filters }) : []
    return renderPage(call, walk, shown.map(render), (last ?? stopped)?.id)
  }
}
