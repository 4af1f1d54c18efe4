import type { Static, TObject } from 'typebox'
import { composed, type Kinds, rows, text } from '#db/statement.ts'
import type { Actor, Role, Scope } from '#http/access.ts'
import { type Endpoint, readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import type { Order, Row } from '#http/page.ts'
import { etagOf, recordVersion, type Version, versioned, withVersion, withVersionField } from '#http/version.ts'
import { type Bound, boundFamily } from './bound.ts'
import { type ChoiceDeclaration, type ChoiceSource, choiceSource } from './choice-source.ts'
import { listing } from './listing.ts'
import { parameterOf, type Table } from './table.ts'

/** The paths of a list or a detail on each surface. A surface without a path does not serve it. */
interface Paths {
  readonly v1?: string
  readonly workspace?: string
}

/** The declaration of a family. */
export interface FamilyDeclaration<
  Shape extends TObject = TObject,
  Beside extends Kinds = Kinds,
  Person extends string = string,
> extends Table<Shape, Beside, Person> {
  /** The singular in operation names: `EvidenceClaim` gives listEvidenceClaims and getEvidenceClaim. */
  readonly name: string
  /** The plural, if it is not the name with an s: `Vulnerabilities`. */
  readonly many?: string
  /** The array in the list response: `claims`. */
  readonly plural: string
  /** The columns by which lists can be filtered; each combination of them has an index. */
  readonly filters: readonly string[]
  /** The order of lists; newest first by default. */
  readonly order?: Order
  readonly tag: string
  readonly scope?: Scope
  readonly roles: readonly Role[]
  readonly list: Paths
  readonly detail?: Paths
  /** Returns the part of a stored record that the caller may see. Omitted if every caller sees all of it. */
  readonly seenBy?: (stored: string, reader: Actor) => string
  /** The kinds of choice under which dialogs offer its records. */
  readonly choices?: readonly ChoiceDeclaration[]
  /** SQL for further texts of the row `t` that a search of the workspace covers, in addition to its key and title. */
  readonly searched?: readonly string[]
  /** Set if people comment on its records. `sees_commented` and `unit_of_record` in the database know its prefix. */
  readonly comments?: true
  /**
   * Columns with ids of people. A search of the list finds records by the names of these people, of the owner and of
   * the assessor.
   */
  readonly searchedPeople?: readonly string[]
  /**
   * The fields by which lists are sorted besides `createdAt`. Each has an index on (organization, status, column, id),
   * where the column of a text `title` is `title_sort`.
   */
  readonly sorts?: readonly string[]
  /** Replaces the default version check if other rows must be locked before the record's own. */
  readonly version?: Version
}

/** The parts that the program derives from a declaration. */
export interface Served {
  readonly bound: Bound
  readonly choiceSources: readonly ChoiceSource[]
  readonly endpoints: readonly Endpoint[]
}

/** A declared family with the endpoints it serves. */
export type Family = FamilyDeclaration & Served

/** The surfaces that serve these paths. */
export const surfaces = (paths: Paths, { scope, roles }: Pick<FamilyDeclaration, 'scope' | 'roles'>) => ({
  ...(paths.v1 && scope && { v1: { path: paths.v1, scope } }),
  ...(paths.workspace && { workspace: { path: paths.workspace, roles } }),
})

/** How responses render a record: with its version if the family has a detail, which serves the version as the ETag. */
export const recordResponse = ({
  record,
  list,
  detail,
  seenBy,
}: Pick<FamilyDeclaration, 'record' | 'list' | 'detail' | 'seenBy'>) => {
  if (!detail) return { schema: record, render: (stored: string) => stored }
  // Keeps the names that these schemas have always had in the API documents.
  const title = list.workspace ? `Listed${Object(record).title}` : undefined
  return {
    schema: withVersionField(record, title),
    render: (stored: string, reader?: Actor) =>
      withVersion(reader && seenBy ? seenBy(stored, reader) : stored, etagOf(stored)),
  }
}

const list = (family: FamilyDeclaration): Endpoint => {
  const { schema, render } = recordResponse(family)
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

const detail = (family: FamilyDeclaration, paths: Paths): Endpoint => {
  const { name, label, table, tag, version = recordVersion(table) } = family
  const find = composed(
    `get_${table}`,
    { id: text },
    `select record from ${table} where organization_id = :organization and id = :id`,
    rows<{ record: string }>,
  )
  const { params, idOf } = parameterOf(family)
  const { schema, render } = recordResponse(family)
  return readEndpoint({
    name: `get${name}`,
    summary: `Get one ${label}`,
    tag,
    ...surfaces(paths, family),
    params,
    response: schema,
    version,
    errors: ['not_found'],
    async run(call, { params }) {
      const row = firstOrNotFound(await call.read(find, { id: idOf(params) }), label)
      return versioned(render(row.record, call.actor), etagOf(row.record))
    },
  })
}

/** The options whose values must be fields of the record. */
interface Named<Field> {
  readonly columns: readonly Field[]
  readonly filters: readonly Field[]
  readonly key?: Field
}

/**
 * Declares a family of records: how they are stored, and the endpoints that list them and get one.
 *
 *     export const controls = family({
 *       name: 'Control', label: 'control', prefix: 'gct', table: 'control', plural: 'controls', record: Control,
 *       columns: ['controlKey', 'status', 'ownerId'], key: 'controlKey', filters: ['status'],
 *       tag: 'Controls', scope: 'governance.controls:read', roles: [...roles],
 *       list: { v1: '/governance/controls' }, detail: { v1: '/governance/controls/{controlId}' },
 *     })
 */
export const family = <
  Shape extends TObject,
  Beside extends Kinds = Record<never, never>,
  const Person extends string = never,
>(
  declared: FamilyDeclaration<Shape, Beside, Person> & Named<keyof Static<Shape>>,
): FamilyDeclaration<Shape, Beside, Person> & Served => ({
  ...declared,
  bound: boundFamily(declared),
  choiceSources: (declared.choices ?? []).map(choice => choiceSource(declared, choice)),
  endpoints: [
    ...(declared.list.v1 || declared.list.workspace ? [list(declared)] : []),
    ...(declared.detail ? [detail(declared, declared.detail)] : []),
  ],
})
