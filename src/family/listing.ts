import { type TObject, Type } from 'typebox'
import { composed, type Kinds, number, rows, scalar, text } from '#db/statement.ts'
import type { Call } from '#http/call.ts'
import { type Endpoint, readEndpoint } from '#http/endpoint.ts'
import { directions, type Order, type PagePosition, pageQuery, type Row, respondWithPage } from '#http/page.ts'
import { NotNull, Pagination } from '#http/schema.ts'
import { sortedList } from './sorted/list.ts'
import { columnOf, type Table, wordsOf } from './table.ts'

interface Listing<Shown extends Row> extends Pick<Table, 'table' | 'label' | 'record' | 'key'> {
  /** The name of the operation, to which the cursor is bound. */
  readonly name: string
  /** The prefix for the names of the list's statements. */
  readonly of: string
  readonly many?: string
  readonly plural: string
  readonly tag: string
  readonly surfaces: Pick<Endpoint, 'v1' | 'workspace'>
  /** The columns by which the list can be filtered; each combination of them has an index. */
  readonly filters: readonly string[]
  readonly order?: Order
  /** The fields by which the list can be sorted; without them, the list cannot be searched either. */
  readonly sorts?: readonly string[]
  /** The prefix of the ids; needed to sort the list. */
  readonly prefix?: string
  /** The columns of a row, as SQL, including `id` and `record`. */
  readonly select: string
  /** The schema of one record in the response. */
  readonly response: TObject
  /**
   * Called once per page. Returns the function that renders a row as JSON, if the response differs from the stored
   * record.
   */
  readonly render?: (call: Call) => Promise<(row: Shown) => string>
  /** The part of the summary that names additional data, such as `with their owner`. */
  readonly with?: string
}

const subsets = (names: readonly string[]): string[][] => {
  const sets: string[][] = [[]]
  for (const name of names) sets.push(...sets.map(set => [...set, name]))
  return sets
}

const kinds = (names: readonly string[]): Kinds => Object.fromEntries(names.map(name => [name, scalar]))

/**
 * Builds one statement for each set of filters, so that each uses its index for keyset pages on (organization, filters,
 * id). Identifiers sort by creation time, so the order is newest or oldest first, and page 20,000 costs as much as the
 * first.
 */
const pagesOf = <Shown extends Row>({ of, table, select, filters, order = 'newest' }: Listing<Shown>) => {
  const { past, by } = directions[order]
  return new Map(
    subsets(filters).map(names => {
      const conditions = names.map(name => ` and ${columnOf(name)} = :${name}`)
      const sql = `select ${select} from ${table}
         where organization_id = :organization and id ${past} :position${conditions.join('')}
         order by id ${by} limit :limit`
      const takes = { position: text, limit: number, ...kinds(names) }
      return [names.join(), composed(['list', of, ...names].join('_'), takes, sql, rows<Shown>)]
    }),
  )
}

/**
 * Builds a statement that finds at most one record by the unique index of the key, and checks the other filters on it.
 */
const pageOfKey = <Shown extends Row>(
  { of, table, select, filters, order = 'newest' }: Listing<Shown>,
  key: string,
) => {
  const others = filters.map(name => ` and (:${name}::text is null or ${columnOf(name)} = :${name})`)
  return composed(
    `find_${of}_of_key`,
    { position: text, limit: number, [key]: text, ...kinds(filters) },
    `select ${select} from ${table}
      where organization_id = :organization and id ${directions[order].past} :position and ${columnOf(key)} = :${key}${others.join('')}
      limit :limit`,
    rows<Shown>,
  )
}

/** The variant of the list for requests that sort it, search it or limit it to a range of times. */
const sortedOf = <Shown extends Row>(declared: Listing<Shown>) => {
  const { table, filters, key, sorts, prefix } = declared
  const names = key === undefined ? filters : [key, ...filters]
  if (!sorts || prefix === undefined) return undefined
  return sortedList<Shown>({
    ...declared,
    ...{ sorts, prefix },
    alias: table,
    filters: Object.fromEntries(names.map(name => [name, `${table}.${columnOf(name)}`])),
    indexes: [...(key === undefined ? [] : [[key]]), ...subsets(filters).reverse()],
  })
}

/**
 * Declares the endpoint that lists the records of a table, page by page.
 *
 *     export const listPolicies = listing<PolicyRow>({
 *       ...policies, name: 'listPolicies', of: 'workspace_policy',
 *       surfaces: { workspace: { path: '/policies', roles: [...roles] } },
 *       select: `id, record, ${besidePolicy}`, response: WorkspacePolicy, render: async () => renderPolicy,
 *     })
 */
export const listing = <Shown extends Row>(declared: Listing<Shown>): Endpoint => {
  const { name, label, many, plural, record, filters, key, order = 'newest', render, response, tag } = declared
  const pages = pagesOf(declared)
  const sorted = sortedOf(declared)
  const pageByKey = key === undefined ? undefined : pageOfKey(declared, key)
  const filterNames = key === undefined ? filters : [...filters, key]
  const fields = filterNames.map(name => [name, Type.Optional(NotNull(record.properties[name] ?? Type.String()))])
  return readEndpoint({
    name,
    summary: `List ${many ? wordsOf(many) : `${label}s`}${declared.with ? ` ${declared.with}` : ''}, ${order} first`,
    tag,
    ...declared.surfaces,
    query: Type.Object({ ...Object.fromEntries(fields), ...sorted?.query, ...pageQuery }),
    response: Type.Object({ [plural]: Type.Array(response), pagination: Pagination }),
    errors: ['invalid_cursor'],
    needs: ['listSearch'],
    async run(call, { query }) {
      const parameters: Readonly<Record<string, unknown>> = query
      const names = filterNames.filter(name => parameters[name] !== undefined)
      const values = Object.fromEntries(names.map(name => [name, String(parameters[name])]))
      const rendering = render && { render: await render(call) }
      const renderRow = rendering?.render ?? (({ record }: Shown) => record)
      const request = { endpoint: name, plural, query: { ...query }, filterValues: values, render: renderRow }
      if (sorted?.applies(parameters)) return sorted.respond(call, request)
      const statement = key !== undefined && key in values ? pageByKey : pages.get(names.join())
      if (!statement) throw new Error(`no statement lists ${declared.table} by ${names.join()}`)
      const unusedFilters = Object.fromEntries(statement === pageByKey ? filters.map(name => [name, null]) : [])
      const read = (at: PagePosition) => call.read(statement, { ...at, ...unusedFilters, ...values })
      const extra = await sorted?.total(call, request)
      return respondWithPage(call, {
        ...{ endpoint: name, plural, query, read, filters: values, order },
        ...rendering,
        ...(extra && { extra }),
      })
    },
  })
}
