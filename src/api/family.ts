import type { Static, TObject } from 'typebox'
import { type Kinds, rows, statement, text } from '#db/statement.ts'
import type { Role, Scope } from './access.ts'
import { Rendered } from './answer.ts'
import { type Endpoint, reading } from './endpoint.ts'
import { notFound } from './errors.ts'
import { listing } from './listing.ts'
import type { Order, Row } from './page.ts'
import { parameterOf, type Table } from './table.ts'

/** Where a list or a detail is served; a door that is left out is closed. */
interface Paths {
  readonly v1?: string
  readonly workspace?: string
}

/** What a family is declared by. */
export interface Declared<Shape extends TObject = TObject, Beside extends Kinds = Kinds, Person extends string = string>
  extends Table<Shape, Beside, Person> {
  /** In operation names: `EvidenceClaim` gives listEvidenceClaims and getEvidenceClaim. */
  readonly name: string
  /** Several of them, where an s is not enough: `Vulnerabilities`. */
  readonly many?: string
  /** The array in the list response: `claims`. */
  readonly plural: string
  /** The columns that lists are asked by; there is an index for each set of them. */
  readonly filters: readonly string[]
  /** Newest first when left out. */
  readonly order?: Order
  readonly tag: string
  readonly scope?: Scope
  readonly roles: readonly Role[]
  readonly list: Paths
  readonly detail?: Paths
}

interface Served {
  readonly endpoints: readonly Endpoint[]
}

/** A declared family with what it serves. */
export type Family = Declared & Served

/** Behind which doors these paths stand. */
export const doors = (paths: Paths, { scope, roles }: Pick<Declared, 'scope' | 'roles'>) => ({
  ...(paths.v1 && scope && { v1: { path: paths.v1, scope } }),
  ...(paths.workspace && { workspace: { path: paths.workspace, roles } }),
})

const list = (family: Declared): Endpoint =>
  listing<Row>({
    ...family,
    name: `list${family.many ?? `${family.name}s`}`,
    of: family.table,
    doors: doors(family.list, family),
    select: 'id, record',
    response: family.record,
  })

const detail = (family: Declared, paths: Paths): Endpoint => {
  const { name, label, table, record, tag } = family
  const find = statement(
    `get_${table}`,
    { id: text },
    `select record from ${table} where organization_id = :organization and id = :id`,
    rows<{ record: string }>,
  )
  const { params, idOf } = parameterOf(family)
  return reading({
    name: `get${name}`,
    summary: `Get one ${label}`,
    tag,
    ...doors(paths, family),
    params,
    response: record,
    errors: ['not_found'],
    async run(call, { params }) {
      const [row] = await call.read(find, { id: idOf(params) })
      if (!row) throw notFound(label)
      return new Rendered(row.record)
    },
  })
}

/** What names columns that are fields of the record. */
interface Named<Field> {
  readonly columns: readonly Field[]
  readonly filters: readonly Field[]
  readonly key?: Field
}

/** A family of records, from one declaration: how they are stored, and the endpoints that list them and get one. */
export const family = <
  Shape extends TObject,
  Beside extends Kinds = Record<never, never>,
  const Person extends string = never,
>(
  declared: Declared<Shape, Beside, Person> & Named<keyof Static<Shape>>,
): Declared<Shape, Beside, Person> & Served => ({
  ...declared,
  endpoints: [list(declared), ...(declared.detail ? [detail(declared, declared.detail)] : [])],
})
