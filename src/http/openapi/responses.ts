import { isDeepStrictEqual } from 'node:util'
import { csvMedia, listShapeOf, responseAt } from '#http/csv-list.ts'
import { type ErrorId, errors } from '#http/errors.ts'
import { hasCodes } from '#http/identify.ts'
import { errorsOf, type Operation } from '#http/operation.ts'
import { CodedErrorEnvelope, ErrorEnvelope, identifierOf, OAuthErrorEnvelope } from './envelope.ts'
import { headerReferences, headersOf } from './headers.ts'
import type { Schema, Schemas } from './schemas.ts'

/** The responses of one document. Equal errors are stored once and referenced. */
export interface Responses {
  of(operation: Operation): Schema
  /** `components/responses`, by name. */
  all(): Record<string, Schema>
}

const meanings: Readonly<Record<number, string>> = {
  200: 'The call succeeded.',
  201: 'Created.',
  202: 'Accepted; the work continues.',
  204: 'The call succeeded; the response has no body.',
  303: 'The page to open is in `Location`.',
}

/** The statuses of responses without a body. */
const emptyStatuses: ReadonlySet<number> = new Set([204, 303])

const exampleOf = (id: ErrorId, oauth: boolean, coded: boolean): Schema => ({
  summary: id,
  value: {
    error: identifierOf(id),
    message: errors[id].meaning,
    ...(coded && { code: errors[id].example, values: {} }),
    ...(oauth && { error_description: errors[id].meaning }),
    requestId: 'req_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
  },
})

// The differences between responses with the same identifiers.
const variantOf = (operation: Operation, status: number): string[] => {
  const headers = headersOf(operation, status)
  return [
    ...(operation.endpoint.oauth ? ['oauth'] : []),
    ...(headers.includes('Idempotency-Replayed') ? ['replayable'] : []),
    ...(headers.includes('Deprecation') ? ['deprecated'] : []),
    ...(headers.includes('X-RateLimit-Limit') || status === 401 ? [] : ['unlimited']),
  ]
}

export const createResponses = (schemas: Schemas): Responses => {
  const components = new Map<string, Schema>()

  const success = (operation: Operation, status: number, schema: unknown): Schema => ({
    description: meanings[status] ?? `Status ${status}.`,
    headers: headerReferences(operation, status),
    ...(!emptyStatuses.has(status) && {
      content: {
        [operation.endpoint.media ?? 'application/json']: { schema: schemas.reference(schema) },
        ...(listShapeOf(operation.endpoint, operation.surface) && { [csvMedia]: { schema: { type: 'string' } } }),
      },
    }),
  })

  const refusal = (operation: Operation, status: number, ids: readonly ErrorId[]): Schema => {
    const oauth = operation.endpoint.oauth === true
    const coded = hasCodes(operation.surface)
    const schema = schemas.reference(oauth ? OAuthErrorEnvelope : coded ? CodedErrorEnvelope : ErrorEnvelope)
    const examples = Object.fromEntries(ids.map(id => [id, exampleOf(id, oauth, coded)]))
    return {
      description: ids.map(id => `\`${identifierOf(id)}\`: ${errors[id].meaning}`).join('\n\n'),
      headers: headerReferences(operation, status),
      content: { 'application/json': { schema, examples } },
    }
  }

  const addComponent = (name: string, response: Schema): Schema => {
    const existing = components.get(name)
    if (existing && !isDeepStrictEqual(existing, response))
      throw new Error(`two different responses are called ${name}`)
    components.set(name, response)
    return { $ref: `#/components/responses/${name}` }
  }

  const successes = (operation: Operation): [string, Schema][] => {
    const { status, also = {} } = operation.endpoint
    const schemasByStatus = { ...also, [status]: responseAt(operation.endpoint, operation.surface) }
    return Object.entries(schemasByStatus).map(([code, schema]) => [code, success(operation, Number(code), schema)])
  }

  const refusals = (operation: Operation): [string, Schema][] => {
    const byStatus = Map.groupBy(errorsOf(operation), id => errors[id].status)
    return [...byStatus].map(([status, ids]) => {
      const name = [status, ...ids, ...variantOf(operation, status)].join('.')
      return [String(status), addComponent(name, refusal(operation, status, ids))]
    })
  }

  return {
    of(operation) {
      const entries = [...successes(operation), ...refusals(operation)]
      const responses = Object.fromEntries(entries)
      if (Object.keys(responses).length === entries.length) return responses
      throw new Error(`${operation.endpoint.name} declares a status both as a success and as an error`)
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
