import type { Static, TObject } from 'typebox'
import { type Kinds, rows, statement, text } from '#db/statement.ts'
import type { Actor, Role, Scope } from './access.ts'
import { type Bound, boundFamily } from './bound.ts'
import { type ChoiceSource, type Chosen, choiceSource } from './choice-source.ts'
import { type Endpoint, reading } from './endpoint.ts'
import { oneOr404 } from './errors.ts'
import { listing } from './listing.ts'
import type { Order, Row } from './page.ts'
import { parameterOf, type Table } from './table.ts'
import { answered, etagOf, recordVersion, type Version, versioned, withVersion } from './version.ts'

/** The paths of a list or a detail on each surface; on one that is left out it is not served. */
interface Paths {
  readonly v1?: string
  readonly workspace?: string
}

/** What a family is declared by. */
export interface Declared<Shape extends TObject = TObject, Beside extends Kinds = Kinds, Person extends string = string>
  extends Table<Shape, Beside, Person> {
  /** In operation names: `EvidenceClaim` gives listEvidenceClaims and getEvidenceClaim. */
  readonly name: string
  /** The plural, where an s is not enough: `Vulnerabilities`. */
  readonly many?: string
  /** The array in the list response: `claims`. */
  readonly plural: string
  /** The columns that filter lists; there is an index for each set of them. */
  readonly filters: readonly string[]
  /** Newest first when left out. */
  readonly order?: Order
  readonly tag: string
  readonly scope?: Scope
  readonly roles: readonly Role[]
  readonly list: Paths
  readonly detail?: Paths
  /** What the reader sees of a stored record, where that is not all of it. */
  readonly seenBy?: (stored: string, reader: Actor) => string
  /** How its records are found where people choose one. */
  readonly choices?: readonly Chosen[]
  /** Where a change locks other rows before the record's own. */
  readonly version?: Version
}

interface Served {
  readonly bound: Bound
  readonly choiceSources: readonly ChoiceSource[]
  readonly endpoints: readonly Endpoint[]
}

/** A declared family with what it serves. */
export type Family = Declared & Served

/** The surfaces on which these paths are served. */
export const surfaces = (paths: Paths, { scope, roles }: Pick<Declared, 'scope' | 'roles'>) => ({
  ...(paths.v1 && scope && { v1: { path: paths.v1, scope } }),
  ...(paths.workspace && { workspace: { path: paths.workspace, roles } }),
})

/** A record as it is answered: with the version that its detail has as the ETag, where there is a detail. */
export const shown = ({ record, list, detail, seenBy }: Pick<Declared, 'record' | 'list' | 'detail' | 'seenBy'>) => {
  if (!detail) return { schema: record, render: (stored: string) => stored }
  // The names that these schemas have always had in the documents.
  const title = list.workspace ? `Listed${Object(record).title}` : undefined
  return {
    schema: answered(record, title),
    render: (stored: string, reader?: Actor) =>
      withVersion(reader && seenBy ? seenBy(stored, reader) : stored, etagOf(stored)),
  }
}

const list = (family: Declared): Endpoint => {
  const { schema, render } = shown(family)
  return listing<Row>({
    ...family,
    name: `list${family.many ?? `${family.name}s`}`,
    of: family.table,
    surfaces: surfaces(family.list, family),
    select: 'id, record',
    response: schema,
    render:
      async ({ actor }) =>
      row =>
        render(row.record, actor),
  })
}

const detail = (family: Declared, paths: Paths): Endpoint => {
  const { name, label, table, tag, version = recordVersion(table) } = family
  const find = statement(
    `get_${table}`,
    { id: text },
    `select record from ${table} where organization_id = :organization and id = :id`,
    rows<{ record: string }>,
  )
  const { params, idOf } = parameterOf(family)
  const { schema, render } = shown(family)
  return reading({
    name: `get${name}`,
    summary: `Get one ${label}`,
    tag,
    ...surfaces(paths, family),
    params,
    response: schema,
    version,
    errors: ['not_found'],
    async run(call, { params }) {
      const row = oneOr404(await call.read(find, { id: idOf(params) }), label)
      return versioned(render(row.record, call.actor), etagOf(row.record))
    },
  })
}

/** The options that name columns which are fields of the record. */
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
  bound: boundFamily(declared),
  choiceSources: (declared.choices ?? []).map(chosen => choiceSource(declared, chosen)),
  endpoints: [
    ...(declared.list.v1 || declared.list.workspace ? [list(declared)] : []),
    ...(declared.detail ? [detail(declared, declared.detail)] : []),
  ],
})
