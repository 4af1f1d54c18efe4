import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { second } from '#lib/clock.ts'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import type { Actor } from './access.ts'
import { Rendered, Streamed } from './answer.ts'
import { beginCall, type Call, type Services } from './call.ts'
import type { Endpoint, OwnCall } from './endpoint.ts'
import { invalid, Refusal } from './errors.ts'
import { guardHttp } from './guard.ts'
import { readKey } from './idempotency.ts'
import { anonymous, type Door, doorOf, identify } from './identify.ts'
import { readJson } from './json.ts'
import { guardPace, jsonBody, streamedBody } from './pace.ts'
import { type Attempt, type Performed, perform } from './perform.ts'
import { securityHeaders } from './security-headers.ts'
import { findUndecodable, findUnstorable } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    door?: Door
    /** A route beside the declared endpoints that anybody may ask for, wherever it lies: the documents. */
    public?: true
  }
}

type Stage = (request: FastifyRequest, reply: FastifyReply, services: Services) => Promise<void> | void

const endpointOf = (request: FastifyRequest): Endpoint | undefined => request.routeOptions.config?.endpoint

const isPublic = (request: FastifyRequest): boolean => {
  if (request.routeOptions.config?.public) return true
  const { v1, workspace } = endpointOf(request) ?? {}
  return doorOf(request) === 'v1' ? v1?.scope === 'public' : workspace?.roles === 'public'
}

const nameRequest: Stage = (request, reply) => {
  reply.headers(securityHeaders).header('x-request-id', request.id)
  if (endpointOf(request)?.oauth) reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  guardHttp(request.raw)
  guardPace(request.raw, endpointOf(request)?.accepts === 'multipart' ? streamedBody : jsonBody)
}

const identifyCaller: Stage = async (request, _reply, services) => {
  const actor = await identify(request, services.identities, isPublic(request))
  request.call = beginCall(services, actor, request.id)
}

const limitRate: Stage = async (request, reply, { limiter }) => {
  const { actor } = callOf(request)
  if (actor === anonymous) return
  const bucket = request.method === 'GET' ? 'token-read' : 'token-write'
  const verdict = await limiter.consume([
    { bucket, key: actor.id },
    { bucket: 'org', key: actor.organizationId },
  ])
  reply.headers(verdict.headers)
  if (!verdict.allowed) throw new Refusal('rate_limited', 'The rate limit is exhausted; wait for Retry-After seconds.')
}

const linkTo = (successor: string): string => `<${successor}>; rel="successor-version"`

// Deprecation: RFC 9745; Sunset: RFC 8594.
const findRoute: Stage = (request, reply) => {
  if (request.is404) throw new Refusal('not_found', 'There is no such endpoint.')
  const { deprecated, sunset } = endpointOf(request) ?? {}
  if (deprecated) {
    reply.header('deprecation', `@${Math.floor(Date.parse(deprecated.since) / second)}`)
    reply.header('sunset', new Date(deprecated.sunset).toUTCString())
    reply.header('link', linkTo(deprecated.successor))
  }
  if (!sunset) return
  const headers = { link: linkTo(sunset.successor) }
  throw new Refusal('gone', `This endpoint was sunset; use ${sunset.successor}.`, { headers })
}

const requireScope = (actor: Actor, scope: string): void => {
  if (actor.scopes.includes(scope)) return
  throw new Refusal('forbidden_scope', `The token needs the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer realm="probata", error="insufficient_scope", scope="${scope}"` },
    extra: { requiredScope: scope },
  })
}

const authorize: Stage = request => {
  const { v1, workspace } = endpointOf(request) ?? {}
  const { actor } = callOf(request)
  if (isPublic(request)) return
  if (doorOf(request) === 'v1' && v1) return requireScope(actor, v1.scope)
  if (doorOf(request) !== 'workspace' || !workspace || workspace.roles === 'public') return
  if (actor.role && workspace.roles.includes(actor.role)) return
  throw new Refusal('forbidden_resource', `This needs the role ${workspace.roles.join(' or ')}.`)
}

const checkEncoding: Stage = ({ url }) => {
  const name = findUndecodable(url)
  if (name !== undefined) throw invalid([name], 'is not percent-encoded UTF-8')
}

// A query is text; a whole number in decimal digits becomes a number where the schema asks for one. Too large a one is
// the largest there is: a page size is clamped, not refused (interface section 4.1).
const readQuery: Stage = request => {
  const { query } = endpointOf(request) ?? {}
  const sent = request.query as Record<string, unknown>
  for (const [name, schema] of Object.entries(query?.properties ?? {})) {
    const text = sent[name]
    const isInteger = 'type' in schema && schema.type === 'integer'
    if (isInteger && typeof text === 'string' && /^-?(0|[1-9]\d*)$/.test(text))
      sent[name] = Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  }
}

const checkText: Stage = request => {
  for (const value of [request.params, request.query, request.body]) {
    const issue = findUnstorable(value)
    if (issue) throw invalid(issue.path, issue.message)
  }
}

// Before each item is looked at: Ajv compares the items of an array with each other and reports every one of them, which
// for half a million of them takes the better part of an hour.
const checkLengths: Stage = request => {
  const sent: Record<string, unknown> = Object(request.body)
  for (const [name, schema] of Object.entries(endpointOf(request)?.body?.properties ?? {})) {
    const most = 'maxItems' in schema ? Number(schema.maxItems) : Number.POSITIVE_INFINITY
    const value = sent[name]
    if (Array.isArray(value) && value.length > most) throw invalid([name], `must have at most ${most} items`)
  }
}

/**
 * What every request goes through, in this order; then Fastify validates, and `answer` performs:
 * idempotency → begin → run → audit row and outbox → commit → answer.
 */
const stages = [
  ['onRequest', nameRequest],
  ['onRequest', identifyCaller],
  ['onRequest', limitRate],
  ['onRequest', findRoute],
  ['onRequest', authorize],
  ['preValidation', checkEncoding],
  ['preValidation', readQuery],
  ['preValidation', checkText],
  ['preValidation', checkLengths],
] as const satisfies readonly (readonly ['onRequest' | 'preValidation', Stage])[]

const callOf = (request: FastifyRequest): Call => {
  if (!request.call) throw new Error('the request was not identified')
  return request.call
}

const fingerprintOf = (request: FastifyRequest, part: string): string =>
  sha256Hex(JSON.stringify([request.method, request.url, part]))

const reasonOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'reason' in body && typeof body.reason === 'string'
    ? body.reason.trim()
    : null

const send = (reply: FastifyReply, { answer, replayed }: Performed): FastifyReply => {
  reply.code(answer.status).headers(answer.headers)
  if (replayed) {
    reply.header('idempotency-replayed', 'true')
    reply.request.call?.metrics.replays.inc()
  }
  if (answer.status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(answer.body)
}

const serializer = ({ status }: Endpoint, reply: FastifyReply) => {
  return (value: unknown): string => String(reply.serializeInput(Object(value), String(status)))
}

const mutate = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const call = callOf(request)
  const { params, query, body } = request
  const idempotencyKey = readKey(request.headers['idempotency-key'])
  if (endpoint.keyRequired && !idempotencyKey) throw invalid(['Idempotency-Key'], 'is required')
  const serialize = serializer(endpoint, reply)
  const attempt = (part: string): Attempt => ({
    call,
    endpoint,
    reason: reasonOf(body),
    key: idempotencyKey ? { key: idempotencyKey, fingerprint: fingerprintOf(request, part) } : undefined,
    serialize,
  })
  if (endpoint.kind === 'changing') {
    const part = idempotencyKey ? canonicalDigest(body ?? null) : ''
    return send(reply, await perform(attempt(part), change => endpoint.run(change, { params, query, body })))
  }
  let performed: Performed | undefined
  const own: OwnCall = {
    ...call,
    idempotencyKey,
    incoming: {
      stream: request.raw,
      contentType: request.headers['content-type'] ?? '',
      authorization: request.headers.authorization,
      address: request.ip,
      secure: request.protocol === 'https',
    },
    setHeader: (name, value) => reply.header(name, value),
    async commit(part, work) {
      performed = await perform(attempt(part), work)
      return new Rendered(performed.answer.body, performed.answer.status)
    },
  }
  const result = await endpoint.run(own, { params, query, body })
  if (performed) return send(reply, performed)
  const text = result instanceof Rendered ? result.text : serialize(result)
  return send(reply, { answer: { status: endpoint.status, headers: {}, body: text }, replayed: false })
}

const read = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { params, query } = request
  const result = await endpoint.run(callOf(request), { params, query })
  reply.type('application/json; charset=utf-8')
  if (result instanceof Rendered) return reply.code(result.status ?? endpoint.status).send(result.text)
  if (result instanceof Streamed) return reply.header('content-length', result.contentLength).send(result.body)
  return reply.send(serializer(endpoint, reply)(result))
}

const answer = (endpoint: Endpoint) => (request: FastifyRequest, reply: FastifyReply) =>
  endpoint.kind === 'reading' ? read(endpoint, request, reply) : mutate(endpoint, request, reply)

/** Where each door begins. */
export const prefixes = { v1: '/api/v1', workspace: '/api/workspace', open: '/api' } as const

/** `{id}` of the documents as `:id` of the router. */
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

// An unknown query parameter is a 400 that names it, as an unknown body field is.
const nothing = { type: 'object', additionalProperties: false } as const
const noBody = { type: ['object', 'null'], additionalProperties: false } as const

const readForm = (text: string): Record<string, string> => {
  const form: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(form, name)) throw invalid([name], 'may be sent once only')
    form[name] = value
  }
  return form
}

const acceptBodies = (scope: FastifyInstance, { accepts }: Endpoint): void => {
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
}

/** Puts the declared endpoints behind the stages. */
export const mount = (app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void => {
  app.decorateRequest('call', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    readJson(request.headers['content-type'] ?? '', body),
  )
  // One hook for all stages of a kind: Fastify takes 1 to 2 µs for each.
  for (const hook of ['onRequest', 'preValidation'] as const) {
    const ordered: Stage[] = stages.filter(([at]) => at === hook).map(([, stage]) => stage)
    app.addHook(hook, async (request, reply) => {
      for (const stage of ordered) await stage(request, reply, services)
    })
  }
  for (const endpoint of endpoints) {
    app.register(async scope => {
      acceptBodies(scope, endpoint)
      route(scope, endpoint)
    })
  }
}

const takesJson = ({ kind, accepts }: Endpoint): boolean => kind !== 'reading' && accepts !== 'multipart'

const route = (scope: FastifyInstance, endpoint: Endpoint): void => {
  for (const door of ['v1', 'workspace', 'open'] as const) {
    const at = endpoint[door]
    if (!at) continue
    scope.route({
      method: endpoint.method,
      url: prefixes[door] + routePath(at.path),
      config: { endpoint, door },
      schema: {
        params: endpoint.params ?? nothing,
        querystring: { ...nothing, ...endpoint.query },
        ...(takesJson(endpoint) && { body: endpoint.body ?? noBody }),
        response: { [endpoint.status]: endpoint.response },
      },
      handler: answer(endpoint),
    })
  }
}
