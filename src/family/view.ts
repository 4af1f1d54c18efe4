import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { composed, type Kinds, rows, text } from '#db/statement.ts'
import type { Call } from '#http/call.ts'
import { type Endpoint, reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { versioned, versionField } from '#http/version.ts'
import type { FamilyDeclaration } from './family.ts'
import { listing } from './listing.ts'
import type { Records, RecordWithNames, Selected } from './records.ts'
import { parameterOf } from './table.ts'

interface Shown<Row, Fields extends TProperties> {
  /** In the summaries: `owner and validity`. */
  readonly with: string
  /** The fields after those of the record. */
  readonly fields: Fields
  readonly of: (row: Row) => Static<TObject<Fields>>
  /** Below `/api/workspace`; a detail that is left out has its own file. */
  readonly list: string
  readonly detail?: string
}

/** A view of a family's records for people, with more fields than the public record: its list and its detail. */
export const view = <Shape extends TObject, Beside extends Kinds, Person extends string, Fields extends TProperties>(
  family: FamilyDeclaration<Shape, Beside, Person>,
  { select, read, tagOf, version }: Records<Shape, Beside, Person>,
  shown: Shown<RecordWithNames<Shape, Beside, Person>, Fields>,
) => {
  const { name, label, table, record, tag, roles } = family
  const schema = Type.Object({ ...record.properties, ...shown.fields, ...versionField }, { title: `Workspace${name}` })
  const moreOf = (found: RecordWithNames<Shape, Beside, Person>) => ({ ...shown.of(found), etag: tagOf(found) })
  const render = (found: RecordWithNames<Shape, Beside, Person>): string =>
    `${found.record.slice(0, -1)},${JSON.stringify(moreOf(found)).slice(1)}`
  const one = composed(
    `find_workspace_${table}`,
    { id: text },
    `select ${select} from ${table} where organization_id = :organization and id = :id`,
    rows<Selected>,
  )
  /** Throws a 404 if it is unknown or belongs to another workspace. */
  const find = async (call: Call, id: string): Promise<RecordWithNames<Shape, Beside, Person>> =>
    read(oneOr404(await call.read(one, { id }), label))

  const list = listing<Selected>({
    ...family,
    name: `listWorkspace${name}s`,
    of: `workspace_${table}`,
    surfaces: { workspace: { path: shown.list, roles } },
    select,
    response: schema,
    render: async () => row => render(read(row)),
    with: `with their ${shown.with}`,
  })
  const { params, idOf } = parameterOf(family)
  const detail = (path: string): Endpoint =>
    reading({
      name: `getWorkspace${name}`,
      summary: `Get one ${label} with its ${shown.with}`,
      tag,
      workspace: { path, roles },
      params,
      response: schema,
      version,
      errors: ['not_found'],
      async run(call, { params }) {
        const found = await find(call, idOf(params))
        return versioned(render(found), tagOf(found))
      },
    })
  const show = (found: RecordWithNames<Shape, Beside, Person>) => ({ ...found.fields, ...moreOf(found) })
  return { schema, render, show, find, endpoints: [list, ...(shown.detail ? [detail(shown.detail)] : [])] }
}
