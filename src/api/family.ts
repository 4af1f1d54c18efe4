import { type TObject, type TSchema, Type } from 'typebox'
import { nullable, number, rows, type Statement, statement, text } from '#db/statement.ts'
import type { Role, Scope } from './access.ts'
import { Rendered } from './answer.ts'
import type { Call } from './call.ts'
import { type Endpoint, reading } from './endpoint.ts'
import { Refusal } from './errors.ts'
import { Pagination, Reference } from './schema.ts'
import { etagOf, recordVersion, type Version, versioned, versionField, withVersion } from './version.ts'

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
  /** Where a change locks other rows before that of the record. */
  readonly version?: Version
}

/** A row of a page; `id` is its position in the walk. */
interface Page {
  id: string
  record: string
}

/** Where a page begins, and how many rows are read. */
interface At {
  readonly position: string
  readonly limit: number
}

const defaultLimit = 50
const maximumLimit = 200
// Sorts behind every identifier.
const end = '~'

/** What people read has its version as a field; machines find it in the ETag of the detail. */
const shown = ({ record, detail }: Family): { schema: TObject; render(row: { record: string }): string } =>
  detail?.workspace
    ? {
        schema: Type.Object({ ...record.properties, ...versionField }, { title: `Listed${Object(record).title}` }),
        render: ({ record }) => withVersion(record, etagOf(record)),
      }
    : { schema: record, render: ({ record }) => record }

const subsets = (names: readonly string[]): string[][] => {
  const sets: string[][] = [[]]
  for (const name of names) sets.push(...sets.map(set => [...set, name]))
  return sets
}

/**
 * One statement for each set of filters, so that each has its index: keyset pages on (organization, filters, id).
 * Identifiers sort by creation time, so this is newest first, and page 20,000 costs what the first costs.
 */
const pages = ({ table, filters }: Family): Map<string, Statement<Page, At>> =>
  new Map(
    subsets(Object.keys(filters)).map(names => {
      const conditions = names.map(name => ` and ${filters[name]?.column} = :${name}`)
      const given = Object.fromEntries(names.map(name => [name, text]))
      const sql = `select id, record from ${table}
         where organization_id = :organization and id < :position${conditions.join('')}
         order by id desc limit :limit`
      return [
        names.join(),
        statement(['list', table, ...names].join('_'), { position: text, limit: number, ...given }, sql, rows<Page>),
      ]
    }),
  )

/** By the unique index of the key; the other filters are looked at in the one record that there may be. */
const byKey = ({ table, filters }: Family, key: Filter): Statement<Page, At & { readonly key: string }> => {
  const others = Object.entries(filters).map(
    ([name, { column }]) => ` and (:${name}::text is null or ${column} = :${name})`,
  )
  const given = Object.fromEntries(Object.keys(filters).map(name => [name, nullable(text)]))
  return statement(
    `find_${table}_of_key`,
    { position: text, limit: number, key: text, ...given },
    `select id, record from ${table}
      where organization_id = :organization and id < :position and ${key.column} = :key${others.join('')}
      limit :limit`,
    rows<Page>,
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
  readonly read: (at: At) => Promise<Row[]>
  /** What the cursor is bound to as well. */
  readonly filters: Readonly<Record<string, string>>
  readonly query: { readonly cursor?: string; readonly limit?: number }
  /** The public record as JSON, where it is not the one that is stored. */
  readonly render?: (row: Row) => string
}

/** One page of a walk, newest first, with the cursor of the next. */
export const answerPage = async <Row extends Page>(call: Call, walk: Walk<Row>): Promise<Rendered> => {
  const { endpoint, plural, read, filters, query, render = ({ record }: Row) => record } = walk
  const bound = { endpoint, organization: call.organizationId, filters }
  const limit = pageLimit(query)
  const rows = await read({ position: pagePosition(call, bound, query.cursor) ?? end, limit: limit + 1 })
  const page = rows.length > limit ? rows.slice(0, limit) : rows
  const last = rows.length > limit ? page.at(-1) : undefined
  const pagination = last ? `{"nextCursor":"${call.cursors.encode({ ...bound, position: last.id })}"}` : '{}'
  return new Rendered(`{"${plural}":[${page.map(render).join(',')}],"pagination":${pagination}}`)
}

const list = (family: Family): Endpoint => {
  const { key } = family
  const statements = pages(family)
  const ofKey = key && byKey(family, key)
  const names = Object.keys(family.filters)
  const filters = names.map(name => [name, Type.Optional(family.filters[name]?.schema ?? Type.String())])
  const endpoint = `list${family.name}s`
  const { schema, render } = shown(family)
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
    response: Type.Object({ [family.plural]: Type.Array(schema), pagination: Pagination }),
    errors: ['invalid_cursor'],
    async run(call, { query }) {
      const sent: Record<string, unknown> = query
      const given = names.filter(name => sent[name] !== undefined)
      const statement = statements.get(given.join())
      if (!statement) throw new Error(`no statement lists ${family.table} by ${given.join()}`)
      const filters = Object.fromEntries(given.map(name => [name, String(sent[name])]))
      const walk = { endpoint, plural: family.plural, query, render }
      const asked = key && sent[key.name]
      if (!key || !ofKey || asked === undefined)
        return answerPage(call, { ...walk, read: at => call.read(statement, { ...at, ...filters }), filters })
      const others = Object.fromEntries(names.map(name => [name, filters[name] ?? null]))
      return answerPage(call, {
        ...walk,
        read: at => call.read(ofKey, { ...at, key: String(asked), ...others }),
        filters: { ...filters, [key.name]: String(asked) },
      })
    },
  })
}

const detail = (family: Family, paths: Paths): Endpoint => {
  const find = statement(
    `get_${family.table}`,
    { id: text },
    `select record from ${family.table} where organization_id = :organization and id = :id`,
    rows<{ record: string }>,
  )
  const { schema, render } = shown(family)
  const parameter = `${family.label.split(' ').at(-1)}Id`
  return reading({
    name: `get${family.name}`,
    summary: `Get one ${family.label}`,
    tag: family.tag,
    ...doors(paths, family),
    params: Type.Object({ [parameter]: Reference(family.prefix) }),
    response: schema,
    version: family.version ?? recordVersion(family.table),
    errors: ['not_found'],
    async run(call, { params }) {
      const sent: Record<string, unknown> = params
      const [row] = await call.read(find, { id: String(sent[parameter]) })
      if (!row) throw notFound(family.label)
      return versioned(render(row), etagOf(row.record))
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
