import { type TObject, type TProperties, Type } from 'typebox'
import type { ChoiceKind } from '#family/choice-source.ts'
import { type Family, family, shown, surfaces } from '#family/family.ts'
import { type Following, nextStatus } from '#family/next-status.ts'
import { records } from '#family/records.ts'
import { parameterOf, wordsOf } from '#family/table.ts'
import { type Role, roles, type Scope } from '#http/access.ts'
import { Rendered } from '#http/answer.ts'
import type { Change } from '#http/call.ts'
import { changing } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Id, isNullable, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { sentence } from '#lib/sentence.ts'
import { needsSecond, requireAlone, requireNoRequest } from './approvals/second-person.ts'
import { checker, person, type Referred } from './referred.ts'

interface Plain {
  /** For operation names and as the title of its schema: `DueDiligenceReview`. Its other names follow from it. */
  readonly name: string
  /** The plural, if it does not just add an s: `Vulnerabilities`. */
  readonly many?: string
  readonly prefix: string
  /** Its path below `/governance` of the machine interface, if it is not the plural: `/monitoring/runs`. */
  readonly path?: string
  /** In order. New records have the first by default; any later one can follow, or the previous one. */
  readonly statuses: readonly string[]
  /** The families that its records refer to, by field; these fields filter its lists. */
  readonly references?: Readonly<Record<string, Referred & { readonly optional?: boolean }>>
  /** Its other fields; nullable ones are optional in input. */
  readonly fields?: TProperties
  /** The ones of `fields` that also filter its lists; each is a column. */
  readonly filters?: readonly string[]
  /** The status that needs a second person, if the workspace requires one. In it, only the status can change. */
  readonly secondPerson?: string
  /** The kind of choice under which dialogs offer its records. */
  readonly choice?: ChoiceKind
  readonly scope: Scope
  /** The scope with which machines write; without it only people write. */
  readonly writeScope?: Scope
}

type Given = Readonly<Record<string, unknown>>

const writers: readonly Role[] = ['admin', 'contributor']

const mapped = <From, To>(values: Readonly<Record<string, From>>, to: (value: From, name: string) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value, name)]))

/** Any step forward, or one step back: a record closed too early can be reopened, but not restarted. */
export const following = (statuses: readonly string[]): Following<string> =>
  Object.fromEntries(statuses.map((status, at) => [status, statuses.filter((_, i) => i !== at && i >= at - 1)]))

const statusOf = ({ status }: Given): string | undefined => (status === undefined ? undefined : String(status))

const inCamelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** The names of a family and the written fields of its record. */
const shapeOf = ({ name, many = `${name}s`, statuses, references = {}, fields = {} }: Plain) => {
  const label = wordsOf(name)
  const key = `${inCamelCase(name)}Key`
  const written: TProperties = {
    [key]: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum([...statuses]),
    ownerId: Nullable(Reference(person.prefix)),
    ...mapped(references, ({ prefix, optional }) => (optional ? Nullable(Reference(prefix)) : Reference(prefix))),
    ...fields,
  }
  const nulls = Object.entries(written).flatMap(([field, schema]) => (isNullable(schema) ? [[field, null]] : []))
  const defaults: Given = { description: '', status: statuses[0], ...Object.fromEntries(nulls) }
  const names = { name, many, label, plural: inCamelCase(many), table: label.replaceAll(' ', '_'), key }
  return { names, path: `/${wordsOf(many).replaceAll(' ', '-')}`, written, defaults }
}

/** A declared family, and everything its writes need. */
const prepare = (declared: Plain) => {
  const { prefix, references = {}, scope, writeScope, choice } = declared
  const { names, path, written, defaults } = shapeOf(declared)
  const { parameter, ...one } = parameterOf({ label: names.label, prefix })
  const list = { v1: `/governance${declared.path ?? path}`, workspace: path }
  const detail = mapped(list, path => `${path}/{${parameter}}`)
  const record: TObject = Type.Object(
    { id: Id(prefix), ...written, createdAt: Timestamp, updatedAt: Timestamp },
    { title: names.name },
  )
  const filters = ['status', ...Object.keys(references), ...(declared.filters ?? [])]
  const chosen = choice && { choices: [{ kind: choice }] }
  const shared = { ...names, prefix, record, filters, tag: 'Governance', scope, roles }
  const served: Family = family({ ...shared, columns: [names.key, 'ownerId', ...filters], list, detail, ...chosen })
  const refuseAbsent = checker({ ...references, ownerId: person })
  const moments = new Set(Object.keys(written).filter(field => Object(written[field]).format === 'date-time'))
  return {
    ...{ names, one, written, defaults, served, stored: records(served), answered: shown(served) },
    flow: following(declared.statuses),
    second: declared.secondPerson,
    errors: declared.secondPerson === undefined ? [] : (['forbidden_resource'] as const),
    surfaces: mapped({ list, detail }, at =>
      surfaces(at, { roles: writers, ...(writeScope && { scope: writeScope }) }),
    ),
    /** The input as it is stored. Throws a refusal for invalid input. */
    async read(change: Change, given: Given): Promise<Given> {
      await refuseAbsent(change, given)
      return mapped(given, (value, field) =>
        moments.has(field) && typeof value === 'string' ? storedTimestamp(field, value) : value,
      )
    },
  }
}

type Prepared = ReturnType<typeof prepare>

/** Throws a 403 if one person would activate a record that needs two, or change one that two people activated. */
const requireSecond = async (
  change: Change,
  { id, fields }: { readonly id: string; readonly fields: Given },
  after: Given,
  { label, second }: { readonly label: string; readonly second: string },
): Promise<void> => {
  const isNeeded = await requireNoRequest(change, id)
  if (!isNeeded) return
  if (after.status === second && fields.status !== second) throw needsSecond(`Making an ${label} ${second}`)
  const changes = Object.keys(after).some(field => field !== 'status' && after[field] !== fields[field])
  if (after.status === second && changes)
    throw new Refusal(
      'forbidden_resource',
      sentence`register.agreed_by_second_person: An ${{ status: second }} ${{ record: label }} cannot change, because a second person agreed to it; change its status back first (four eyes).`,
    )
}

const creating = ({ names: { name, label, table, key }, written, defaults, served, stored, ...prepared }: Prepared) =>
  changing({
    name: `create${name}`,
    summary: `Create one ${label}`,
    tag: served.tag,
    method: 'POST',
    ...prepared.surfaces.list,
    status: 201,
    action: `${table}.create`,
    body: Type.Object(mapped(written, (schema, field) => (field in defaults ? Type.Optional(schema) : schema))),
    response: prepared.answered.schema,
    errors: ['not_found', 'conflict', ...prepared.errors],
    conflicts: { [`${table}_key`]: sentence`register.key_taken: The ${{ key }} is already used in the workspace.` },
    async run(change, { body }) {
      const given = await prepared.read(change, body)
      if (prepared.second !== undefined && statusOf(given) === prepared.second)
        await requireAlone(change, '', `Creating an ${label} as ${prepared.second}`)
      const made = stored.insert(change, { ...defaults, ...given }, {})
      change.audit(made.id, { after: made.record })
      return new Rendered(prepared.answered.render(made.record))
    },
  })

const updating = ({ names: { name, label, table, key }, one, written, served, stored, ...prepared }: Prepared) => {
  const { [key]: _, ...changed } = written
  return changing({
    name: `update${name}`,
    summary: `Change one ${label}`,
    tag: served.tag,
    method: 'PATCH',
    ...prepared.surfaces.detail,
    status: 200,
    action: `${table}.update`,
    params: one.params,
    body: Type.Partial(Type.Object(changed)),
    response: prepared.answered.schema,
    errors: ['not_found', 'unprocessable', ...prepared.errors],
    async run(change, { params, body }) {
      const present = await stored.lock(change, one.idOf(params))
      const given = await prepared.read(change, body)
      const status = nextStatus(label, prepared.flow, String(present.fields.status), statusOf(given))
      const { second } = prepared
      if (second !== undefined) await requireSecond(change, present, { ...given, status }, { label, second })
      const after = stored.update(change, present, { ...given, status })
      change.audit(after.id, { before: present.record, after: after.record })
      return new Rendered(prepared.answered.render(after.record))
    },
  })
}

/**
 * A family without a state machine, from one declaration: its list and detail, and the endpoints that create and change
 * its records. Its table has columns for the key, the status, the owner and each reference.
 *
 *     export const vulnerabilities = plain({
 *       name: 'Vulnerability', many: 'Vulnerabilities', prefix: 'gvu',
 *       statuses: ['open', 'active', 'closed'],
 *       references: { assetId: assets },
 *       scope: 'governance.vulnerabilities:read',
 *     })
 */
export const plain = (declared: Plain): Family => {
  const prepared = prepare(declared)
  const { served } = prepared
  return { ...served, endpoints: [...served.endpoints, creating(prepared), updating(prepared)] }
}
