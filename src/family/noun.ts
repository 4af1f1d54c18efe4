import { type Static, type TObject, type TProperties, type TSchema, type TString, Type } from 'typebox'
import { type Role, roles, type Scope } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { ErrorId } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Id, isNullable, Line, Timestamp } from '#http/schema.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { sentence } from '#lib/sentence.ts'
import type { ChoiceKind } from './choice-source.ts'
import { type Family, type FamilyDeclaration, family, recordResponse, type Served, surfaces } from './family.ts'
import { type Following, nextStatus } from './next-status.ts'
import { type Records, records } from './records.ts'
import { person, referenceOf } from './reference.ts'
import { parameterOf, wordsOf } from './table.ts'

type Values = Readonly<Record<string, unknown>>

type RecordSchema<Fields extends TProperties> = TObject<
  { id: TString } & Fields & { createdAt: TString; updatedAt: TString }
>

/** A rule of a noun in addition to its flow and references. */
interface Check<Fields extends TProperties> {
  /** `write` covers creation and updates. */
  readonly on: 'update' | 'write'
  /** The refusals that the check throws. */
  readonly errors: readonly ErrorId[]
  /** Runs under the record's lock. `before` is undefined for a new record; `after` has all fields except the times. */
  run(
    change: Change,
    before: (Static<RecordSchema<Fields>> & { readonly id: string }) | undefined,
    after: Static<TObject<Fields>>,
  ): Promise<void> | void
}

/** The rules for how people create and change the records of a noun. */
interface Writes<Fields extends TProperties> {
  /** The statuses that a new record may have; the first is the default. */
  readonly begins?: readonly string[]
  /** The initial values of fields that callers never set. */
  readonly sets?: Partial<Static<TObject<Fields>>>
  /** The usual next step after creation, for the endpoint's summary: `import its clauses`. */
  readonly next?: string
  readonly check?: Check<Fields>
}

/** The declaration of a noun. Its table, its texts and its paths follow from its name. */
export interface NounDeclaration<Fields extends TProperties> {
  /** Used in operation names and as the title of the schema: `DueDiligenceReview`. */
  readonly name: string
  readonly prefix: string
  /** The path below `/governance` in the machine interface, if it is not the plural: `/monitoring/runs`. */
  readonly path?: string
  /**
   * The fields of a record in order, without id and times. The first field is the key; nullable fields are optional
   * input.
   */
  readonly fields: Fields
  /** The statuses that people may set after each status. Omitted if only verb endpoints move a record. */
  readonly flow?: Following<string>
  /** The scope that machines need to read the records. Omitted if only people read them. */
  readonly scope?: Scope
  readonly tag: string
  /** The workspace endpoints that return only the record. Verb files or a view serve the others. */
  readonly shows?: readonly ('list' | 'detail')[]
  /** The kind of choice under which dialogs offer its records. */
  readonly choice?: ChoiceKind
  /** Set if people comment on its records. */
  readonly comments?: true
  readonly writes: Writes<Fields>
}

/** A noun: a family whose records people create and change. */
export type Noun<Fields extends TProperties> = FamilyDeclaration<RecordSchema<Fields>, Record<never, never>, never> &
  Served & {
    readonly records: Records<RecordSchema<Fields>, Record<never, never>, never>
    readonly declared: NounDeclaration<Fields>
  }

const writers: readonly Role[] = ['admin', 'contributor']

/** The maximum length of a key. */
export const maxKeyLength = 200

/** The schema of a record's key, which is unique in its workspace and never changes. */
export const KeyField = () => Line(maxKeyLength, 'Key defined by the workspace.')

export const DescriptionField = Type.String({ maxLength: 10_000 })

/** The schema of a status in this flow. */
export const StatusOf = <Flow extends Following<string>>(flow: Flow) =>
  Type.Enum(Object.keys(flow) as (keyof Flow & string)[])

const plainPlural = (name: string): string => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`)

const toCamelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Returns the name of the key field that is named after its noun: `Asset` has `assetKey`. */
export const keyFieldOf = (name: string): string => `${toCamelCase(name)}Key`

const defaultOf = (field: string, schema: TSchema): readonly [string, unknown][] => {
  if (isNullable(schema)) return [[field, null]]
  return field === 'description' ? [[field, '']] : []
}

/** Derives the names of a noun and its workspace paths from its name. */
const namesOf = ({ name, prefix }: Pick<NounDeclaration<TProperties>, 'name' | 'prefix'>) => {
  const [label, many] = [wordsOf(name), plainPlural(name)]
  const { parameter, params, idOf } = parameterOf({ label, prefix })
  const path = `/${wordsOf(many).replaceAll(' ', '-')}`
  return {
    family: { name, many, label, prefix, plural: toCamelCase(many), table: label.replaceAll(' ', '_') },
    ...{ path, one: `${path}/{${parameter}}`, parameter, params, idOf },
  }
}

/** Declares how the records of a noun are stored and read. */
const storageOf = (declared: NounDeclaration<TProperties>) => {
  const { name, prefix, fields, scope, tag, shows = [], choice, comments } = declared
  const [key = ''] = Object.keys(fields)
  const { path, one, parameter, family: names } = namesOf(declared)
  const v1 = `/governance${declared.path ?? path}`
  const referenceFields = Object.entries(fields).filter(([, schema]) => referenceOf(schema))
  const personFields = referenceFields
    .filter(([, schema]) => referenceOf(schema)?.target === person)
    .map(([field]) => field)
  const enumFields = Object.entries(fields).filter(([, schema]) => 'enum' in schema)
  const filters = [...enumFields, ...referenceFields]
    .map(([field]) => field)
    .filter(field => !personFields.includes(field))
  const properties: TProperties = { id: Id(prefix), ...fields, createdAt: Timestamp, updatedAt: Timestamp }
  return family({
    ...{ ...names, key, tag, filters },
    sorts: [
      ...[key, 'title'].filter(name => name in fields),
      ...enumFields.map(([field]) => field),
      ...('ownerId' in fields ? ['owner'] : []),
      'updatedAt',
    ],
    record: Type.Object(properties, { title: name }),
    columns: [key, ...personFields, ...filters],
    roles,
    ...(scope && { scope }),
    list: { ...(scope && { v1 }), ...(shows.includes('list') && { workspace: path }) },
    ...((scope || shows.includes('detail')) && {
      detail: {
        ...(scope && { v1: `${v1}/{${parameter}}` }),
        ...(shows.includes('detail') && { workspace: one }),
      },
    }),
    ...(choice && { choices: [{ kind: choice }] }),
    ...(comments && { comments }),
  })
}

/** Derives the shared parts of a noun's write endpoints. */
const prepare = (declared: NounDeclaration<TProperties>) => {
  const { fields, flow, writes } = declared
  const { begins = [], sets = {}, check } = writes
  const stored: Family = storageOf(declared)
  const { key = '', label, detail } = stored
  const references = Object.entries(fields).flatMap(([field, schema]) => {
    const reference = referenceOf(schema)
    return reference ? [{ field, ...reference.requirement }] : []
  })
  const timestampFields = Object.keys(fields).filter(field => Object(fields[field]).format === 'date-time')
  const { path, one, params, idOf } = namesOf(declared)
  const inputFields = Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in sets)))
  const defaults: Values = {
    ...Object.fromEntries(Object.entries(fields).flatMap(([field, schema]) => defaultOf(field, schema))),
    ...(flow && { status: begins[0] }),
    ...sets,
  }
  const { [key]: _, ...changeable } = inputFields
  const optional = Object.entries({ ...inputFields, ...(flow && { status: Type.Enum([...begins]) }) }).map(
    ([field, schema]) => [field, field in defaults ? Type.Optional(schema) : schema] as const,
  )
  return {
    ...{ key, label, defaults, flow, check, params, idOf, table: stored.table, name: declared.name, tag: stored.tag },
    ...{ family: stored, records: records(stored), next: writes.next },
    paths: { list: path, detail: one },
    bodies: { create: Type.Object(Object.fromEntries(optional)), update: Type.Partial(Type.Object(changeable)) },
    /** Includes the version if the workspace detail serves this record. */
    answer: detail?.workspace ? recordResponse(stored) : { schema: stored.record, render: (record: string) => record },
    errorsOf: (on: Check<TProperties>['on']): ErrorId[] => [
      ...references.map(({ error }) => error),
      ...(check && (on === 'update' || check.on === 'write') ? check.errors : []),
    ],
    /** Converts the input to the stored form. Throws a refusal if it is invalid. */
    async read(change: Change, input: Values, before: Values): Promise<Values> {
      for (const { field, run } of references) {
        const id = input[field]
        if (typeof id === 'string' && id !== before[field]) await run(change, id, field)
      }
      const timestamps = timestampFields.flatMap(field => {
        const text = input[field]
        return typeof text === 'string' ? [[field, storedTimestamp(field, text)] as const] : []
      })
      return { ...input, ...Object.fromEntries(timestamps) }
    },
  }
}

type PreparedNoun = ReturnType<typeof prepare>

const unique = (errors: readonly ErrorId[]): ErrorId[] => [...new Set(errors)]

const createEndpoint = ({ name, label, table, key, next, records, check, ...prepared }: PreparedNoun): Endpoint =>
  changeEndpoint({
    name: `create${name}`,
    summary: `Create one ${label}${next ? `; ${next} next` : ''}`,
    tag: prepared.tag,
    method: 'POST',
    ...surfaces({ workspace: prepared.paths.list }, { roles: writers }),
    status: 201,
    action: `${table}.create`,
    body: prepared.bodies.create,
    response: prepared.answer.schema,
    errors: unique(['conflict', ...prepared.errorsOf('write')]),
    conflicts: {
      [`${table}_key`]: sentence`record.key_taken: The ${{ key }} is already used in the workspace; choose another one.`,
    },
    async run(change, { body }) {
      const after = { ...prepared.defaults, ...(await prepared.read(change, body, {})) }
      if (check?.on === 'write') await check.run(change, undefined, after)
      const newRecord = records.insert(change, after, {})
      change.audit(newRecord.id, { after: newRecord.record })
      return new Rendered(prepared.answer.render(newRecord.record))
    },
  })

const statusIn = ({ status }: Values): string | undefined => (status === undefined ? undefined : String(status))

const updateEndpoint = ({ name, label, table, records, check, flow, ...prepared }: PreparedNoun): Endpoint =>
  changeEndpoint({
    name: `update${name}`,
    summary: `Change one ${label}`,
    tag: prepared.tag,
    method: 'PATCH',
    ...surfaces({ workspace: prepared.paths.detail }, { roles: writers }),
    status: 200,
    action: `${table}.update`,
    params: prepared.params,
    body: prepared.bodies.update,
    response: prepared.answer.schema,
    errors: unique(['not_found', 'unprocessable', ...prepared.errorsOf('update')]),
    async run(change, { params, body }) {
      const present = await records.lock(change, prepared.idOf(params))
      const read = await prepared.read(change, body, present.fields)
      const status = flow && { status: nextStatus(label, flow, String(present.fields.status), statusIn(read)) }
      const changes = { ...read, ...status }
      await check?.run(change, Object(present.fields), { ...present.fields, ...changes })
      const after = records.update(change, present, changes)
      change.audit(after.id, { before: present.record, after: after.record })
      return new Rendered(prepared.answer.render(after.record))
    },
  })

/**
 * Declares a kind of record that workspaces define: its list and detail, and the endpoints that create and change it.
 * Its table has columns for the key, each reference, the status and other enums. Enums and references filter its lists.
 * A verb file does everything else.
 *
 *     const flow = { open: ['closed'], closed: ['open'] } as const
 *     export const drills = noun({
 *       name: 'Drill', prefix: 'gdr', tag: 'Governance', scope: 'governance.drills:read', shows: ['list', 'detail'],
 *       fields: { drillKey: KeyField(), title: Line(500), status: StatusOf(flow), assetId: refersTo(assets) },
 *       flow, choice: 'drill', writes: { begins: ['open'] },
 *     })
 */
export const noun = <Fields extends TProperties>(declared: NounDeclaration<Fields>): Noun<Fields> => {
  // The code from here on is untyped, because the endpoints access the fields of a record by name.
  const prepared = prepare(Object(declared))
  const { family, records } = prepared
  return Object({
    ...family,
    records,
    declared,
    endpoints: [...family.endpoints, createEndpoint(prepared), updateEndpoint(prepared)],
  })
}
