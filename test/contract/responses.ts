import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { csvMedia, listShapeOf } from '#http/csv-list.ts'
import type { Endpoint } from '#http/endpoint.ts'
import { errors } from '#http/errors.ts'
import { hasCodes, surfaceByAddress } from '#http/identify.ts'
import { CodedErrorEnvelope, ErrorEnvelope, identifierOf } from '#http/openapi/envelope.ts'
import { headersOf } from '#http/openapi/headers.ts'
import type { Schema } from '#http/openapi/schemas.ts'
import { openapi } from '#http/openapi.ts'
import { errorsOf, type Operation, operationsOf } from '#http/operation.ts'
import { endpoints as declared } from '#src/features.ts'
import { checkCodes } from './sentences.ts'

/**
 * A response that a test received. `url` may be a path. `body` is the parsed JSON, or undefined if the response had no
 * JSON.
 */
export interface ObservedResponse {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  /** The raw body, with which media types other than JSON are checked. */
  readonly text?: string
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a schema in which no object allows fields that it does not list. */
const close = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(close)
  if (!isObject(value)) return value
  const closedMembers = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, close(member)]))
  const listsFields = value.type === 'object' && isObject(value.properties) && !('additionalProperties' in value)
  return listsFields ? { ...closedMembers, additionalProperties: false } : closedMembers
}

const createAjv = (options: { readonly validateSchema?: false } = {}): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true, ...options })
  // The format in which the service writes timestamps. It is stricter than the format that the service reads.
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  return ajv.addFormat('binary', true)
}

const ajv = createAjv()

/** Returns a validator that rejects fields that the schema does not list. */
export const compile = (schema: unknown): ValidateFunction => ajv.compile(Object(close(schema)))

const envelopeOf = (hasCode: boolean) =>
  compile(JSON.parse(JSON.stringify(hasCode ? CodedErrorEnvelope : ErrorEnvelope)))

/**
 * Whether the error of a path has a code. This depends on the surface of the route, whatever the spelling of the path.
 * Without a route, the spelling decides.
 */
const isCoded = (path: string, body: unknown): boolean =>
  hasCodes(surfaceByAddress(path)) ||
  (isObject(body) && 'code' in body && hasCodes(surfaceByAddress(decodeURIComponent(path))))

const json = 'application/json'
const jsonText = `${json}; charset=utf-8`

const jsonLines = 'application/x-ndjson'

/** Checks JSON lines. An empty text has no lines. */
const checkLines = (text: string): void => {
  for (const line of text.split('\n').slice(0, -1)) assert.equal(typeof JSON.parse(line), 'object', line)
  assert.match(text, /^$|\n$/)
}

const checkText = (media: string, { headers, text = '' }: ObservedResponse): void => {
  assert.equal(headers.get('content-type'), media)
  if (media.startsWith(jsonLines)) checkLines(text)
  else assert.notEqual(text, '')
}

const checkBody = (validator: ValidateFunction | undefined, { headers, body }: ObservedResponse): void => {
  assert.equal(body === undefined, validator === undefined, 'a body that is not documented, or a missing one')
  if (!validator) return
  assert.equal(headers.get('content-type'), jsonText)
  assert.ok(validator(body), `${ajv.errorsText(validator.errors, { dataVar: 'body' })}: ${JSON.stringify(body)}`)
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

// Paths that the program serves in addition to the declared endpoints, and that are not part of the API.
const undocumented: ReadonlySet<string> = new Set(['/api/openapi.json', '/api/workspace/openapi.json'])
// Headers that may appear only in responses that document them.
const significantHeaders = ['Idempotency-Replayed', 'WWW-Authenticate', 'Link', 'Deprecation', 'Sunset'] as const

// States when a documented header must be present. Headers that are not listed here must always be present.
const requiredHeaders: Readonly<Record<string, (status: number, body: Schema) => boolean>> = {
  'Idempotency-Replayed': () => false,
  'Retry-After': (_, body) => 'error' in body,
  'WWW-Authenticate': (status, body) => status === 401 || body.error === 'forbidden_scope',
}
const successHeaders = /^(X-RateLimit-.*|RateLimit.*|Deprecation|Sunset)$/

const isRequired = (name: string, { status, body }: ObservedResponse): boolean => {
  if (successHeaders.test(name)) return status < 300
  return requiredHeaders[name]?.(status, isObject(body) ? body : {}) ?? true
}

const checkHeaders = (operation: Operation, response: ObservedResponse): void => {
  const documented: readonly string[] = headersOf(operation, response.status)
  for (const name of significantHeaders)
    assert.ok(!response.headers.has(name) || documented.includes(name), `${name} is not documented`)
  for (const name of documented)
    assert.ok(response.headers.has(name) || !isRequired(name, response), `${name} is missing`)
}

const checkError = (operation: Operation, { status, headers, body }: ObservedResponse): void => {
  if (!isObject(body) || !('error' in body)) return
  assert.equal(body.requestId, headers.get('x-request-id'), 'requestId is not X-Request-Id')
  const errorIds = errorsOf(operation).filter(id => errors[id].status === status)
  assert.ok(errorIds.map(identifierOf).includes(String(body.error)), `the documents have ${errorIds.join(', ')}`)
  if (hasCodes(operation.surface)) checkCodes(body)
}

const sharedResponses = '#/components/responses/'
type Response = { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }

/** Builds a JSON pointer (RFC 6901) for a URL fragment, without its first slash. */
const pointer = (...parts: readonly string[]): string =>
  parts.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

/**
 * Checks responses against the endpoints' OpenAPI documents: the operation lists the status, the body is valid and has
 * no fields outside its schema, and the headers match the status.
 */
export const createResponseCheck = (endpoints: readonly Endpoint[]): ((response: ObservedResponse) => void) => {
  const operations = operationsOf(endpoints).map(operation => ({ operation, pattern: patternOf(operation.path) }))
  const documents = { machine: openapi('machine', endpoints), workspace: openapi('workspace', endpoints) }
  // openapi.test.ts lints the documents, so this skips validating schemas: compiling the meta-schema takes 0.1 s.
  const schemas = createAjv({ validateSchema: false })
  const envelopes = new Map<boolean, ValidateFunction>()
  for (const [name, document] of Object.entries(documents))
    schemas.addSchema(Object(close(document)), name, false, false)

  const find = (method: string, path: string): Operation | undefined =>
    operations.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation

  // Refers to the schema by its position in a document that is loaded as a whole, so that shared parts are compiled
  // only once.
  const validatorOf = ({ surface, path, method }: Operation, status: number): ValidateFunction | undefined => {
    const name = surface === 'workspace' || surface === 'room' ? 'workspace' : 'machine'
    const { paths, components } = documents[name]
    const responses = Object(paths[path]?.[method.toLowerCase()]?.responses)
    const response = responses[status]
    assert.ok(isObject(response), `the documents have ${Object.keys(responses).join(', ')}`)
    const { $ref } = response
    const shared = typeof $ref === 'string' ? components.responses?.[$ref.replace(sharedResponses, '')] : undefined
    const { content } = (shared ?? response) as Response
    if (!content?.[json]?.schema) return undefined
    const schemaPointer = shared ? $ref : `#/${pointer('paths', path, method.toLowerCase(), 'responses', `${status}`)}`
    return schemas.getSchema(`${name}${schemaPointer}/${pointer('content', json, 'schema')}`)
  }

  const check = (response: ObservedResponse): void => {
    assert.match(response.headers.get('x-request-id') ?? '', /^req_[0-9A-HJKMNP-TV-Z]{26}$/)
    const [path = ''] = response.url.replace(/^https?:\/\/[^/]+/, '').split('?')
    if (
      response.method === 'HEAD' ||
      response.method === 'OPTIONS' ||
      !path.startsWith('/api/') ||
      undocumented.has(path)
    )
      return
    const operation = find(response.method, path)
    if (!operation) {
      assert.ok(response.status >= 400, 'no such operation, but it succeeds')
      const hasCode = isCoded(path, response.body)
      const envelope = envelopes.get(hasCode) ?? envelopeOf(hasCode)
      envelopes.set(hasCode, envelope)
      checkBody(envelope, response)
      if (hasCode) checkCodes(Object(response.body))
      return
    }
    const { media, status } = operation.endpoint
    const isTable =
      listShapeOf(operation.endpoint, operation.surface) && response.headers.get('content-type') === csvMedia
    if (isTable && response.status === status) checkText(csvMedia, response)
    else if (media && response.status === status) checkText(media, response)
    else checkBody(validatorOf(operation, response.status), response)
    checkHeaders(operation, response)
    checkError(operation, response)
  }

  return response => {
    try {
      check(response)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      throw new assert.AssertionError({ message: `${response.method} ${response.url} ${response.status}: ${message}` })
    }
  }
}

/** Checks responses against the program's own endpoints. */
export const checkResponse = createResponseCheck(declared)
