import { Type } from 'typebox'
import type { Condition } from './filter.ts'
import { parseFilter } from './filter.ts'
import { field } from './operations.ts'
import { ScimProblem } from './problem.ts'
import type { Projection, Resource } from './resource.ts'

const Names = Type.Optional(Type.String({ maxLength: 2000 }))

/** The query parameters for one resource. Unknown parameters are ignored, like unknown attributes. */
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

/** A request body of any shape, which the operation's own code reads. */
export const ScimBody = Type.Object({}, { additionalProperties: true })

export const WorkspaceParam = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The id of the workspace, without org_.',
})

export const Params = Type.Object({ workspace: WorkspaceParam })

const prefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

const readNames = (input: unknown): ReadonlySet<string> | undefined => {
  const list = typeof input === 'string' ? input.split(',') : input
  if (!Array.isArray(list)) return undefined
  const names = list.flatMap(name => (typeof name === 'string' ? name.trim().toLowerCase().replace(prefix, '') : []))
  return names.length > 0 ? new Set(names.filter(Boolean)) : undefined
}

export const readProjection = (input: unknown): Projection => {
  const [only, without] = [readNames(field(input, 'attributes')), readNames(field(input, 'excludedAttributes'))]
  return { ...(only && { only }), ...(without && { without }) }
}

/** The requested part of a list, with at most 200 resources. */
export interface Page {
  readonly offset: number
  readonly limit: number
}

export const maxResults = 200
const maxOffset = 10_000_000

const readInteger = (value: unknown, name: string): number | undefined => {
  if (value === undefined || value === null) return undefined
  if (Number.isSafeInteger(value)) return Number(value)
  throw new ScimProblem('invalidValue', `${name} must be a whole number.`)
}

/** Values below the minimum count as the minimum (RFC 7644 section 3.4.2.4). */
export const readPage = (input: unknown): Page => {
  const start = readInteger(field(input, 'startIndex'), 'startIndex') ?? 1
  const count = readInteger(field(input, 'count'), 'count') ?? maxResults
  return { offset: Math.min(Math.max(start, 1) - 1, maxOffset), limit: Math.min(Math.max(count, 0), maxResults) }
}

const unsupportedFilter = (supported: readonly string[]) =>
  new ScimProblem('invalidFilter', `A filter may only compare ${supported.join(', ')} with "eq", joined by "and".`)

type Value = string | number | boolean | null

const readPairs = (condition: Condition, supported: readonly string[], within = ''): [string, Value][] => {
  if (condition.op === 'and') return condition.parts.flatMap(part => readPairs(part, supported, within))
  if (condition.op === 'has' && within === '') return readPairs(condition.part, supported, `${condition.attribute}.`)
  if (condition.op === 'eq') return [[`${within}${condition.attribute.replace(prefix, '')}`, condition.value]]
  throw unsupportedFilter(supported)
}

/**
 * Reads the values that a filter compares, by statement parameter. `supported` has the attributes that a filter may
 * name, with their parameters. Any other attribute throws `invalidFilter`, instead of listing everything.
 */
export const readFilterValues = <Parameter extends string>(
  input: unknown,
  supported: Readonly<Record<string, Parameter>>,
): Partial<Record<Parameter, Value>> => {
  const filter = field(input, 'filter')
  if (filter === undefined || filter === null || filter === '') return {}
  if (typeof filter !== 'string') throw new ScimProblem('invalidFilter', 'filter must be a string.')
  // Entra selects addresses by type with a path, which RFC 7644 does not allow as a filter.
  const text = filter.replaceAll(
    /\b(emails)\[\s*type\s+eq\s+("(?:[^"\\]|\\.)*")\s*\]\.value\s+eq\s/gi,
    '$1.type eq $2 and $1.value eq ',
  )
  const names = Object.keys(supported)
  const values: Partial<Record<Parameter, Value>> = {}
  for (const [attribute, value] of readPairs(parseFilter(text), names)) {
    const name = names.find(name => name.toLowerCase() === attribute)
    const parameter = name === undefined ? undefined : supported[name]
    if (!parameter) throw unsupportedFilter(names)
    if (parameter in values && values[parameter] !== value) throw unsupportedFilter(names)
    values[parameter] = value
  }
  return values
}

/** Requires a filter value to be a string; null if the filter does not compare the attribute. */
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
