import { Type } from 'typebox'
import type { Condition } from './filter.ts'
import { parseFilter } from './filter.ts'
import { field } from './operations.ts'
import { ScimProblem } from './problem.ts'
import type { Projection, Resource } from './resource.ts'

const Names = Type.Optional(Type.String({ maxLength: 2000 }))

/** The query of one resource. Unknown parameters are ignored, like unknown attributes. */
export const ResourceQuery = Type.Object(
  { attributes: Names, excludedAttributes: Names },
  { additionalProperties: true },
)

export const ListQuery = Type.Object(
  {
    ...ResourceQuery.properties,
    filter: Type.Optional(Type.String({ maxLength: 2000 })),
    startIndex: Type.Optional(Type.Integer()),
    count: Type.Optional(Type.Integer()),
  },
  { additionalProperties: true },
)

/** A body that our own code reads. */
export const AnyBody = Type.Object({}, { additionalProperties: true })

export const WorkspaceParam = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The id of the workspace, without org_.',
})

export const Params = Type.Object({ workspace: WorkspaceParam })

const prefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

const namesOf = (sent: unknown): ReadonlySet<string> | undefined => {
  const list = typeof sent === 'string' ? sent.split(',') : sent
  if (!Array.isArray(list)) return undefined
  const names = list.flatMap(name => (typeof name === 'string' ? name.trim().toLowerCase().replace(prefix, '') : []))
  return names.length > 0 ? new Set(names.filter(Boolean)) : undefined
}

export const attributeProjectionOf = (sent: unknown): Projection => {
  const [only, without] = [namesOf(field(sent, 'attributes')), namesOf(field(sent, 'excludedAttributes'))]
  return { ...(only && { only }), ...(without && { without }) }
}

/** The requested part of a list; a page has at most 200 resources. */
export interface Page {
  readonly offset: number
  readonly limit: number
}

export const maxResults = 200
const farthest = 10_000_000

const whole = (value: unknown, name: string): number | undefined => {
  if (value === undefined || value === null) return undefined
  if (Number.isSafeInteger(value)) return Number(value)
  throw new ScimProblem('invalidValue', `${name} must be a whole number.`)
}

/** Values below the minimum count as the minimum (RFC 7644 section 3.4.2.4). */
export const pageOf = (sent: unknown): Page => {
  const start = whole(field(sent, 'startIndex'), 'startIndex') ?? 1
  const count = whole(field(sent, 'count'), 'count') ?? maxResults
  return { offset: Math.min(Math.max(start, 1) - 1, farthest), limit: Math.min(Math.max(count, 0), maxResults) }
}

const unsupported = (known: readonly string[]) =>
  new ScimProblem('invalidFilter', `A filter compares ${known.join(', ')} by eq, joined by and.`)

type Value = string | number | boolean | null

const pairs = (condition: Condition, known: readonly string[], within = ''): [string, Value][] => {
  if (condition.op === 'and') return condition.parts.flatMap(part => pairs(part, known, within))
  if (condition.op === 'has' && within === '') return pairs(condition.part, known, `${condition.attribute}.`)
  if (condition.op === 'eq') return [[`${within}${condition.attribute.replace(prefix, '')}`, condition.value]]
  throw unsupported(known)
}

/**
 * The values that a filter compares, by attribute. `known` are the attributes that lists are looked up by, with their
 * parameter; everything else is `invalidFilter`, never a list of all.
 */
export const wantedOf = <Parameter extends string>(
  sent: unknown,
  known: Readonly<Record<string, Parameter>>,
): Partial<Record<Parameter, Value>> => {
  const filter = field(sent, 'filter')
  if (filter === undefined || filter === null || filter === '') return {}
  if (typeof filter !== 'string') throw new ScimProblem('invalidFilter', 'filter must be a text.')
  // Entra searches for addresses of a type with a path instead of a filter of RFC 7644.
  const text = filter.replaceAll(
    /\b(emails)\[\s*type\s+eq\s+("(?:[^"\\]|\\.)*")\s*\]\.value\s+eq\s/gi,
    '$1.type eq $2 and $1.value eq ',
  )
  const names = Object.keys(known)
  const wanted: Partial<Record<Parameter, Value>> = {}
  for (const [attribute, value] of pairs(parseFilter(text), names)) {
    const name = names.find(name => name.toLowerCase() === attribute)
    const parameter = name === undefined ? undefined : known[name]
    if (!parameter) throw unsupported(names)
    if (parameter in wanted && wanted[parameter] !== value) throw unsupported(names)
    wanted[parameter] = value
  }
  return wanted
}

/** A value that is compared with texts; null if it was not requested. */
export const comparedText = (value: Value | undefined): string | null => {
  if (value === undefined) return null
  if (typeof value === 'string') return value
  throw new ScimProblem('invalidFilter', 'The filter must compare this attribute with a text in quotes.')
}

/** A ListResponse (RFC 7644 section 3.4.2). */
export const listResponse = (
  resources: readonly Resource[],
  total: number,
  { offset }: Pick<Page, 'offset'>,
): Resource => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
