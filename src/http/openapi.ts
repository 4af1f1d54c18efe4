import type { Endpoint } from './endpoint.ts'
import { cataloguedEvents } from './event.ts'
import { headerComponents, headersOf } from './openapi/headers.ts'
import { operationObject, parameterComponents } from './openapi/operation-object.ts'
import { createResponses } from './openapi/responses.ts'
import { createSchemas, type Schema } from './openapi/schemas.ts'
import { machineSchemes, workspaceSchemes } from './openapi/security.ts'
import { tagDescriptions } from './openapi/tags.ts'
import { eventParameters, eventTag, webhookObject } from './openapi/webhooks.ts'
import { type Operation, operationsOf } from './operation.ts'

/** An OpenAPI 3.1 document. */
export interface Document extends Schema {
  readonly openapi: '3.1.1'
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  /** The messages to webhook receivers, by unversioned event type. */
  readonly webhooks: Readonly<Record<string, Schema>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

interface DocumentPart {
  readonly surfaces: readonly Operation['surface'][]
  readonly title: string
  readonly description: string
  readonly schemes: (url: string) => Schema
}

const conventions = `Every response carries \`X-Request-Id\`. Every error has the same envelope, whose \`error\` is one of a
closed list. A change states its \`reason\` and may carry an \`Idempotency-Key\`: a repeat gets the stored response. The
\`ETag\` of a record, sent as \`If-Match\`, makes the change conditional: it fails if the record has changed since. Lists are
newest first, in pages; pass \`pagination.nextCursor\` back as \`cursor\`. \`HEAD\` works wherever \`GET\` does, and counts as
a read against the rate limit. \`OPTIONS\` lists the methods of a path in \`Allow\`, and so does the 405 for an unsupported
method.`

/** The two OpenAPI documents, and the surfaces that each describes. */
const parts = {
  machine: {
    surfaces: ['v1', 'open'],
    title: 'Probata',
    description: `For systems that push evidence and read it back, with the token of a service account.\n\n${conventions}`,
    schemes: machineSchemes,
  },
  workspace: {
    surfaces: ['workspace', 'room'],
    title: 'Probata workspace',
    description: `For people signed in with a session, and for guests in the room of an assessment. The web app uses only this interface.\n\n${conventions}`,
    schemes: () => workspaceSchemes,
  },
} as const satisfies Record<string, DocumentPart>

export type DocumentName = keyof typeof parts

const tagsOf = (operations: readonly Operation[]): Schema[] => {
  const used = new Set([...operations.map(({ endpoint }) => endpoint.tag), eventTag])
  const described = Object.keys(tagDescriptions).filter(tag => used.delete(tag))
  return [...described, ...used].map(name => ({ name, description: tagDescriptions[name] }))
}

const usedHeaders = (operations: readonly Operation[], paths: Document['paths']): Set<string> =>
  new Set(
    operations.flatMap(operation => {
      const { responses = {} } = paths[operation.path]?.[operation.method.toLowerCase()] ?? {}
      return Object.keys(Object(responses)).flatMap(status => headersOf(operation, Number(status)))
    }),
  )

const pathsOf = (operations: readonly Operation[], describe: (operation: Operation) => Schema): Document['paths'] =>
  Object.fromEntries(
    Map.groupBy(operations, ({ path }) => path)
      .entries()
      .map(([path, operationsAtPath]) => {
        return [
          path,
          Object.fromEntries(operationsAtPath.map(operation => [operation.method.toLowerCase(), describe(operation)])),
        ]
      }),
  )

/**
 * Describes the declared endpoints and event types in OpenAPI 3.1, only from their declarations. `url` is the public
 * base address; without it the addresses in the document are relative. The order depends only on paths and names.
 *
 * Throws if two different schemas have the same title, or an endpoint declares a status twice.
 */
export const openapi = (name: DocumentName, endpoints: readonly Endpoint[], url = ''): Document => {
  const { surfaces, title, description, schemes }: DocumentPart = parts[name]
  const operations = operationsOf(endpoints).filter(({ surface }) => surfaces.includes(surface))
  const schemas = createSchemas()
  const responses = createResponses(schemas)
  const paths = pathsOf(operations, operation => operationObject(operation, schemas, responses))
  const webhooks = Object.fromEntries(cataloguedEvents().map(event => [event.type, webhookObject(event, schemas)]))
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1.0.0',
      description: description.replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: url || '/' }],
    tags: tagsOf(operations),
    paths,
    webhooks,
    components: {
      securitySchemes: schemes(url) as Record<string, Schema>,
      schemas: schemas.all() as Record<string, Schema>,
      responses: responses.all() as Record<string, Schema>,
      parameters: { ...parameterComponents(operations), ...eventParameters },
      headers: headerComponents(usedHeaders(operations, paths)),
    },
  }
}
