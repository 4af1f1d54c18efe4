import { Type } from 'typebox'
import { listShapeOf, peopleQueryOf } from '#http/csv-list.ts'
import { type Operation, takesKey } from '#http/operation.ts'
import type { Responses } from './responses.ts'
import type { Schema, Schemas } from './schemas.ts'
import { securityOf } from './security.ts'

const keyParameter = (required: boolean): Schema => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: 'Identifies the call: a repeat within 24 hours gets the stored response and has no further effect.',
  schema: { type: 'string', pattern: '^[!-~]{8,128}$', minLength: 8, maxLength: 128 },
})

const ifMatchParameter: Schema = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the record when it was read (RFC 9110 section 13.1.1). If the record has changed since, the call has no effect and the 412 contains the current record.',
  schema: { type: 'string' },
}

const keyComponent = ({ endpoint, surface }: Operation) =>
  endpoint.keyRequired && surface === 'v1' ? 'RequiredIdempotencyKey' : 'IdempotencyKey'

const headerParameters = (operation: Operation): string[] => [
  ...(takesKey(operation) ? [keyComponent(operation)] : []),
  ...(operation.detail ? ['IfMatch'] : []),
]

/** `components/parameters`: only those that the operations use. */
export const parameterComponents = (operations: readonly Operation[]): Record<string, Schema> => {
  const used = new Set<string>(operations.flatMap(headerParameters))
  const all = {
    IdempotencyKey: keyParameter(false),
    RequiredIdempotencyKey: keyParameter(true),
    IfMatch: ifMatchParameter,
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}

const parametersIn = (location: 'path' | 'query', schema: unknown, schemas: Schemas): Schema[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.reference(schema) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...valueSchema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: valueSchema,
  }))
}

const hasTable = ({ endpoint, surface }: Operation): boolean => listShapeOf(endpoint, surface) !== undefined

const parameters = (operation: Operation, schemas: Schemas): Schema[] => {
  const { params, query } = operation.endpoint
  return [
    ...parametersIn('path', params, schemas),
    ...parametersIn('query', query, schemas),
    ...(hasTable(operation) ? parametersIn('query', Type.Object(peopleQueryOf(operation.endpoint)), schemas) : []),
    ...headerParameters(operation).map(name => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

const file = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } },
  required: ['file'],
  additionalProperties: false,
}

const bodyContent = ({ accepts, body }: Operation['endpoint'], schemas: Schemas): Schema | undefined => {
  if (accepts === 'multipart') return { 'multipart/form-data': { schema: file } }
  if (!body) return undefined
  const schema = schemas.reference(body)
  return {
    ...(accepts === 'one_click' && { 'multipart/form-data': { schema } }),
    ...((accepts === 'form' || accepts === 'one_click') && { 'application/x-www-form-urlencoded': { schema } }),
    'application/json': { schema },
  }
}

/** The Operation Object (OpenAPI 3.1 section 4.8.10) of a declared operation. */
export const operationObject = (operation: Operation, schemas: Schemas, responses: Responses): Schema => {
  const { endpoint } = operation
  const content = bodyContent(endpoint, schemas)
  const references = parameters(operation, schemas)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...((endpoint.deprecated ?? endpoint.sunset) && { deprecated: true }),
    ...securityOf(operation),
    ...(references.length > 0 && { parameters: references }),
    ...(content && { requestBody: { required: true, content } }),
    responses: responses.of(operation),
  }
}
