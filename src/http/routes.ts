import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listShapeOf, peopleQueryOf } from './csv-list.ts'
import type { Endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import type { Handler } from './in-flight.ts'
import { readJson } from './json.ts'
import { readMethods } from './known-paths.ts'
import { sentTwice } from './sentences.ts'

/** The path prefix of each surface. */
export const prefixes = {
  v1: '/api/v1',
  workspace: '/api/workspace',
  room: '/api/room',
  scim: '/scim/v2',
  open: '/api',
} as const

/** Converts `{id}`, as in the documents, to `:id`, as in the router. */
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

// An unknown query parameter yields a 400 that names it, like an unknown field in a body.
const noFields = { type: 'object', additionalProperties: false } as const
const noBody = { type: ['object', 'null'], additionalProperties: false } as const

const readForm = (text: string): Record<string, string> => {
  const form: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(form, name)) throw invalid([name], sentTwice)
    form[name] = value
  }
  return form
}

/** Reads the fields of a small multipart form, such as the form of a one-click unsubscription. Files are not read. */
const readSmallMultipart = (text: string): Record<string, string> => {
  const fields = text.matchAll(
    /content-disposition: *form-data; *name="?([\w-]{1,100})"?\r\n\r\n([^\r\n]{0,200})\r\n/gi,
  )
  return Object.fromEntries(Array.from(fields, ([, name = '', value = '']) => [name, value]))
}

/** Sets the media types that the routes of a scope accept in addition to JSON, or instead of it. */
export const acceptBodies = (scope: FastifyInstance, accepts: Endpoint['accepts']): void => {
  if (accepts === 'multipart') {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request, _stream, done) => done(null))
  }
  if (accepts === 'form') {
    const form = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(form, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
      readForm(text),
    )
  }
  if (accepts === 'one_click') {
    const read = async ({ headers }: FastifyRequest, text: string) =>
      headers['content-type']?.startsWith('multipart/') ? readSmallMultipart(text) : readForm(text)
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, { parseAs: 'string' }, read)
  }
  if (accepts === 'scim') {
    // Identity providers send a Content-Type even if the body is empty.
    const read = async ({ method, headers }: FastifyRequest, body: Buffer) =>
      method === 'DELETE' && body.length === 0 ? null : readJson(headers['content-type'] ?? '', body)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(['application/scim+json', 'application/json'], { parseAs: 'buffer' }, read)
  }
}

const takesJson = ({ kind, accepts }: Endpoint): boolean => kind !== 'reading' && accepts !== 'multipart'

const querystringAt = (endpoint: Endpoint, surface: keyof typeof prefixes): object => {
  const schema = { ...noFields, ...endpoint.query }
  if (!listShapeOf(endpoint, surface)) return schema
  return { ...schema, properties: { ...endpoint.query?.properties, ...peopleQueryOf(endpoint) } }
}

/** Registers an endpoint on each of its surfaces; `detailAt` returns the detail endpoint of the changed record. */
export const route = (
  scope: FastifyInstance,
  endpoint: Endpoint,
  handler: Handler,
  detailAt: (surface: keyof typeof prefixes) => Endpoint | undefined,
): void => {
  for (const surface of ['v1', 'workspace', 'room', 'scim', 'open'] as const) {
    const declaration = endpoint[surface]
    if (!declaration) continue
    scope.route({
      method: endpoint.method === 'GET' ? readMethods : endpoint.method,
      url: prefixes[surface] + routePath(declaration.path),
      ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
      config: { endpoint, surface, detail: detailAt(surface) },
      schema: {
        params: endpoint.params ?? noFields,
        querystring: querystringAt(endpoint, surface),
        ...(takesJson(endpoint) && { body: endpoint.body ?? noBody }),
      },
      handler,
    })
  }
}
