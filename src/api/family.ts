import { type TObject, type TSchema, Type } from 'typebox'
import { type Statement, statement, type Value } from '#db/statement.ts'
import type { Role, Scope } from './access.ts'
import { Rendered } from './answer.ts'
import type { Call } from './call.ts'
import { type Endpoint, reading } from './endpoint.ts'
import { Refusal } from './errors.ts'
import { Pagination, Reference } from './schema.ts'

/** Where a list or a detail is served; a door that is left out is closed. */
interface Paths {
  readonly v1?: string
  readonly workspace?: string
}

interface Filter {
  readonly column: string
  readonly schema: TSchema
}

interface Family {
  /** In operation names: `EvidenceClaim` gives listEvidenceClaims and getEvidenceClaim. */
  readonly name: string
  /** What a person calls one of them: `evidence claim`. */
  readonly label: string
  readonly prefix: string
  readonly table: string
  /** The array in the list response: `claims`. */
  readonly plural: string
  readonly record: TObject
  readonly tag: string
  readonly scope?: Scope
  readonly roles: readonly Role[]
  readonly filters: Readonly<Record<string, Filter>>
  /** The filter that names one record of its workspace at most. */
  readonly key?: Filter & { readonly name: string }
  readonly list: Paths
  readonly detail?: Paths
}

/** A row of a page; `id` is its position in the walk. */
interface Page {
  id: string
  record: string
}

const defaultLimit = 50
const maximumLimit = 200
// Sorts behind every identifier.
const end = '~'

const subsets = (names: readonly string[]): string[][] => {
  const sets: string[][] = [[]]
  for (const name of names) sets.push(...sets.map(set => [...set, name]))
  return sets
}

/**
 * One statement for each set of filters, so that each has its index: keyset pages on (organization, filters, id).
 * Identifiers sort by creation time, so this is newest first, and page 20,000 costs what the first costs.
 */
const pages = ({ table, filters }: Family): Map<string, Statement<Page>> =>
  new Map(
    subsets(Object.keys(filters)).map(names => {
      const conditions = names.map((name, i) => ` and ${filters[name]?.column} = $${i + 4}`)
      const text = `select id, record from ${table}
         where organization_id = $1 and id < $2${conditions.join('')}
         order by id desc limit $3`
      return [names.join(), statement(['list', table, ...names].join('_'), text)]
    }),
  )

/** By the unique index of the key; the other filters are looked at in the one record that there may be. */
const byKey = ({ table, key, filters }: Family): Statement<Page> => {
  const others = Object.values(filters).map(
    ({ column }, i) => ` and ($${i + 5}::text is null or ${column} = $${i + 5})`,
  )
  return statement(
    `find_${table}_of_key`,
    `select id, record from ${table}
      where organization_id = $1 and id < $2 and ${key?.column} = $4${others.join('')}
      limit $3`,
  )
}

const doors = (paths: Paths, { scope, roles }: Family) => ({
  ...(paths.v1 && scope && { v1: { path: paths.v1, scope } }),
  ...(paths.workspace && { workspace: { path: paths.workspace, roles } }),
})

/** Where a walk goes on, or undefined at its beginning. Throws the 400 of a cursor that is not of this walk. */
export const pagePosition = (
  call: Call,
  walk: Parameters<Call['cursors']['decode']>[1],
  cursor: string | undefined,
): string | undefined => {
  if (cursor === undefined) return undefined
  const found = call.cursors.decode(cursor, walk)
  if (found === undefined)
    throw new Refusal('invalid_cursor', 'The cursor is expired, altered, or belongs to other filters.')
  return found
}

/** Query parameters of every list (interface section 4.1). */
export const pageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 512, description: 'nextCursor of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: defaultLimit,
      description: `Page size; above ${maximumLimit} it is clamped.`,
    }),
  ),
}

/** How many records a page has. */
export const pageLimit = ({ limit = defaultLimit }: { readonly limit?: number }): number =>
  Math.min(limit, maximumLimit)

interface Walk<Row extends Page> {
  /** The operation's name, which the cursor is bound to. */
  readonly endpoint: string
  readonly plural: string
  /** Takes organization, position and limit, then the filters in order, or `values`. */
  readonly statement: Statement<Row>
  readonly values?: readonly Value[]
  readonly filters: Readonly<Record<string, string>>
  readonly query: { readonly cursor?: string; readonly limit?: number }
  /** The public record as JSON, where it is not the one that is stored. */
  readonly render?: (row: Row) => string
}

/** One page of a walk, newest first, with the cursor of the next. */
export const answerPage = async <Row extends Page>(call: Call, walk: Walk<Row>): Promise<Rendered> => {
  const { endpoint, plural, filters, query, render = ({ record }: Row) => record } = walk
  const bound = { endpoint, organization: call.organizationId, filters }
  const limit = pageLimit(query)
  const from = pagePosition(call, bound, query.cursor) ?? end
  const { values = Object.values(filters) } = walk
  const rows = await call.read(walk.statement, [call.organizationId, from, limit + 1, ...values])
  const page = rows.length > limit ? rows.slice(0, limit) : rows
  const last = rows.length > limit ? page.at(-1) : undefined
  const pagination = last ? `{"nextCursor":"${call.cursors.encode({ ...bound, position: last.id })}"}` : '{}'
  return new Rendered(`{"${plural}":[${page.map(render).join(',')}],"pagination":${pagination}}`)
}

const list = (family: Family): Endpoint => {
  const { key } = family
  const statements = pages(family)
  const ofKey = key && byKey(family)
  const names = Object.keys(family.filters)
  const filters = names.map(name => [name, Type.Optional(family.filters[name]?.schema ?? Type.String())])
  const endpoint = `list${family.name}s`
  return reading({
    name: endpoint,
    summary: `List ${family.label}s, newest first`,
    tag: family.tag,
    ...doors(family.list, family),
    query: Type.Object({
      ...Object.fromEntries(filters),
      ...(key && { [key.name]: Type.Optional(key.schema) }),
      ...pageQuery,
    }),
    response: Type.Object({ [family.plural]: Type.Array(family.record), pagination: Pagination }),
    errors: ['invalid_cursor'],
    async run(call, { query }) {
      const sent: Record<string, unknown> = query
      const given = names.filter(name => sent[name] !== undefined)
      const statement = statements.get(given.join())
      if (!statement) throw new Error(`no statement lists ${family.table} by ${given.join()}`)
      const filters = Object.fromEntries(given.map(name => [name, String(sent[name])]))
      const walk = { endpoint, plural: family.plural, query }
      const asked = key && sent[key.name]
      if (!key || !ofKey || asked === undefined) return answerPage(call, { ...walk, statement, filters })
      const values = [String(asked), ...names.map(name => filters[name] ?? null)]
      return answerPage(call, { ...walk, statement: ofKey, values, filters: { ...filters, [key.name]: String(asked) } })
    },
  })
}

const detail = (family: Family, paths: Paths): Endpoint => {
  const find = statement<{ record: string }>(
    `get_${family.table}`,
    `select record from ${family.table} where organization_id = $1 and id = $2`,
  )
  const parameter = `${family.label.split(' ').at(-1)}Id`
  return reading({
    name: `get${family.name}`,
    summary: `Get one ${family.label}`,
    tag: family.tag,
    ...doors(paths, family),
    params: Type.Object({ [parameter]: Reference(family.prefix) }),
    response: family.record,
    errors: ['not_found'],
    async run(call, { params }) {
      const sent: Record<string, unknown> = params
      const [row] = await call.read(find, [call.organizationId, String(sent[parameter])])
      if (!row) throw notFound(family.label)
      return new Rendered(row.record)
    },
  })
}

/** The refusal for an id that is unknown or another workspace's: the two are answered alike. */
export const notFound = (label: string): Refusal => new Refusal('not_found', `There is no such ${label}.`)

/** List and detail endpoints of a family of records, from one declaration. */
export const family = (declared: Family): Endpoint[] => [
  list(declared),
  ...(declared.detail ? [detail(declared, declared.detail)] : []),
]
