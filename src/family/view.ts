import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { composed, type Kinds, rows, text } from '#db/statement.ts'
import type { Call } from '#http/call.ts'
import { type Endpoint, readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { versioned, versionField } from '#http/version.ts'
import type { FamilyDeclaration } from './family.ts'
import { listing } from './listing.ts'
import type { Records, RecordWithNames, Selected } from './records.ts'
import { columnOf, parameterOf } from './table.ts'

/** A field that a SQL expression on the family's table computes. */
interface JoinedField {
  readonly schema: TSchema
  readonly sql: string
}

interface ViewDeclaration<Row, Fields extends TProperties> {
  /** The part of the summaries that names additional data, such as `owner and validity`. */
  readonly with: string
  /** The fields that SQL reads, placed after the fields of the record. */
  readonly joins?: Readonly<Record<string, JoinedField>>
  /** The fields that `of` computes, placed after the joined ones. */
  readonly fields?: Fields
  readonly of?: (row: Row) => Static<TObject<Fields>>
  /** The paths below `/api/workspace`. Without a path, an endpoint in its own file serves the list or the detail. */
  readonly list?: string
  readonly detail?: string
}

/** A record that the database returns, with its joined fields. */
type ViewRow<Shape extends TObject, Beside extends Kinds, Person extends string> = RecordWithNames<
  Shape,
  Beside,
  Person
> & { readonly joined?: Readonly<Record<string, unknown>> }

/**
 * Declares a list and a detail of a family's records for people, with more fields than the public record.
 *
 *     export const policyView = view(policies, policies.records, {
 *       with: 'owner',
 *       joins: { ownerName: { schema: Nullable(Type.String()), sql: nameOf('policy.owner_id') } },
 *       list: '/policies', detail: '/policies/{policyId}',
 *     })
 */
export const view = <
  Shape extends TObject,
  Beside extends Kinds,
  Person extends string,
  Fields extends TProperties = Record<never, never>,
>(
  family: FamilyDeclaration<Shape, Beside, Person>,
  { select: selected, read, tagOf, version }: Records<Shape, Beside, Person>,
  declared: ViewDeclaration<RecordWithNames<Shape, Beside, Person>, Fields>,
) => {
  const { name, many = `${name}s`, label, table, record, tag, roles, scope } = family
  const joins = Object.entries(declared.joins ?? {}).map(([field, join]) => ({
    field,
    column: columnOf(field),
    ...join,
  }))
  const joinedSchemas: TProperties = Object.fromEntries(joins.map(({ field, schema }) => [field, schema]))
  const properties = { ...record.properties, ...joinedSchemas, ...declared.fields, ...versionField }
  const schema = Type.Object(properties, { title: `Workspace${name}` })
  // Distinguishes the workspace operation from the machine interface's if both exist.
  const surface = scope ? 'Workspace' : ''
  const select = [selected, ...joins.map(({ column, sql }) => `${sql} as ${column}`)].join(', ')
  const readRow = (row: Selected): ViewRow<Shape, Beside, Person> => ({
    ...read(row),
    joined: Object.fromEntries(joins.map(({ field, column }) => [field, row[column]])),
  })
  const extraFieldsOf = (row: ViewRow<Shape, Beside, Person>) => ({
    ...row.joined,
    ...(declared.of?.(row) ?? Object({})),
    etag: tagOf(row),
  })
  const render = (row: ViewRow<Shape, Beside, Person>): string =>
    `${row.record.slice(0, -1)},${JSON.stringify(extraFieldsOf(row)).slice(1)}`
  const one = composed(
    `find_workspace_${table}`,
    { id: text },
    `select ${select} from ${table} where organization_id = :organization and id = :id`,
    rows<Selected>,
  )
  /** Reads one record. Throws a 404 if it is unknown or belongs to another workspace. */
  const find = async (call: Pick<Call, 'read'>, id: string): Promise<ViewRow<Shape, Beside, Person>> =>
    readRow(firstOrNotFound(await call.read(one, { id }), label))

  const list = (path: string): Endpoint =>
    listing<Selected>({
      ...family,
      name: `list${surface}${many}`,
      of: `workspace_${table}`,
      surfaces: { workspace: { path, roles } },
      select,
      response: schema,
      render: async () => row => render(readRow(row)),
      with: `with their ${declared.with}`,
    })
  const { params, idOf } = parameterOf(family)
  const detail = (path: string): Endpoint =>
    readEndpoint({
      name: `get${surface}${name}`,
      summary: `Get one ${label} with its ${declared.with}`,
      tag,
      workspace: { path, roles },
      params,
      response: schema,
      version,
      errors: ['not_found'],
      async run(call, { params }) {
        const row = await find(call, idOf(params))
        return versioned(render(row), tagOf(row))
      },
    })
  const show = (row: ViewRow<Shape, Beside, Person>) => ({ ...row.fields, ...extraFieldsOf(row) })
  const endpoints = [
    ...(declared.list ? [list(declared.list)] : []),
    ...(declared.detail ? [detail(declared.detail)] : []),
  ]
  return { schema, render, show, find, endpoints }
}
