import type { FastifyReply, FastifyRequest } from 'fastify'
import { second } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { type Actor, anonymous, type Role } from './access.ts'
import { watchBody } from './body.ts'
import { beginCall, type Call, type EndpointServices } from './call.ts'
import { type Endpoint, requiresWholeWorkspace } from './endpoint.ts'
import { type ErrorId, invalid, Refusal } from './errors.ts'
import { enrolFirst } from './factor-rules.ts'
import { guardHttp } from './guard.ts'
import { identify, type Surface, surfaceOf } from './identify.ts'
import { refuseRoute, servedAt } from './known-paths.ts'
import { accessAt } from './operation.ts'
import { guardPace, jsonBody, streamedBody } from './pace.ts'
import type { Charge } from './rate-limit.ts'
import { requireProof } from './recent-proof.ts'
import { requireScope } from './require-scope.ts'
import { requireInstallOnly, sampleHeader } from './sample.ts'
import { securityHeaders } from './security-headers.ts'
import { atMostItems, needsRole, noSuchEndpoint } from './sentences.ts'
import { findUndecodable, findUnstorable } from './validation.ts'
import { asksForPage } from './web-app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | undefined
    /** The identifier of the error in the response, for metrics. */
    refusedFor: ErrorId | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    surface?: Surface
    /** The detail endpoint of the record that the endpoint changes. */
    detail?: Endpoint | undefined
    /** A public route that is not a declared endpoint: the documents. */
    public?: true
  }
}

/** A step of processing a request. Throws a Refusal to end the request. */
export type Stage = (request: FastifyRequest, reply: FastifyReply, services: EndpointServices) => Promise<void> | void

const endpointOf = (request: FastifyRequest): Endpoint | undefined => request.routeOptions.config?.endpoint

const isPublic = (request: FastifyRequest): boolean => {
  if (request.routeOptions.config?.public) return true
  if (request.is404) return servedAt(request)?.isPublic === true || request.method === 'OPTIONS'
  const endpoint = endpointOf(request)
  return endpoint !== undefined && accessAt(endpoint, surfaceOf(request)) === 'public'
}

export const nameRequest: Stage = (request, reply) => {
  reply.headers(securityHeaders).header('x-request-id', request.id)
  if (endpointOf(request)?.oauth) reply.header('pragma', 'no-cache')
  watchBody(request.raw, reply.raw)
  guardHttp(request.raw)
  guardPace(request.raw, endpointOf(request)?.accepts === 'multipart' ? streamedBody : jsonBody)
}

export const identifyCaller: Stage = async (request, reply, services) => {
  const actor = await identify(request, services, isPublic(request))
  request.call = beginCall(services, actor, request.id)
  if (actor.sample) reply.header(sampleHeader, 'true')
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

// SCIM has its own bucket, so that a provider that sends all people at once does not use up the workspace's limit.
const chargesOf = (request: FastifyRequest, { id, organizationId }: Actor): readonly Charge[] => {
  if (surfaceOf(request) === 'scim') return [{ bucket: 'scim', key: id }]
  const bucket = readMethods.has(request.method) ? 'token-read' : 'token-write'
  return [
    { bucket, key: id },
    { bucket: 'org', key: organizationId },
  ]
}

export const limitRate: Stage = async (request, reply, { limiter }) => {
  const { actor } = callOf(request)
  if (actor === anonymous) return
  const verdict = await limiter.consume(chargesOf(request, actor))
  reply.headers(verdict.headers)
  if (!verdict.allowed)
    throw new Refusal(
      'rate_limited',
      sentence`request.rate_limited: The rate limit is exhausted; wait for Retry-After seconds.`,
    )
}

const linkTo = (successor: string): string => `<${successor}>; rel="successor-version"`

const isServedOptions = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' && servedAt(request) !== undefined

// `/claims/` is not `/claims/{claimId}`: a path parameter has at least one character.
const isIncomplete = ({ params }: FastifyRequest): boolean => Object.values(Object(params)).includes('')

// Sets Deprecation (RFC 9745) and Sunset (RFC 8594).
export const findRoute: Stage = (request, reply) => {
  if (request.is404 && !asksForPage(request) && !isServedOptions(request)) throw refuseRoute(request)
  if (isIncomplete(request)) throw new Refusal('not_found', noSuchEndpoint)
  const { deprecated, sunset } = endpointOf(request) ?? {}
  if (deprecated) {
    reply.header('deprecation', `@${Math.floor(Date.parse(deprecated.since) / second)}`)
    reply.header('sunset', new Date(deprecated.sunset).toUTCString())
    reply.header('link', linkTo(deprecated.successor))
  }
  if (!sunset) return
  const headers = { link: linkTo(sunset.successor) }
  throw new Refusal(
    'gone',
    sentence`request.endpoint_sunset: This endpoint was sunset; use ${{ successor: sunset.successor }}.`,
    { headers },
  )
}

const requireRole = ({ role }: Actor, allowed: readonly Role[]): void => {
  if (role && allowed.includes(role)) return
  throw new Refusal('forbidden_resource', needsRole(allowed))
}

const requireWholeWorkspace = ({ units }: Actor, endpoint: Endpoint): void => {
  if (!units || !requiresWholeWorkspace(endpoint)) return
  throw new Refusal(
    'forbidden_resource',
    sentence`access.whole_workspace_required: This needs access to the whole workspace; your access is limited to some units.`,
  )
}

export const authorize: Stage = (request, _reply, { clock }) => {
  const endpoint = endpointOf(request)
  const { v1, workspace } = endpoint ?? {}
  const { actor } = callOf(request)
  if (isPublic(request)) return
  const due = actor.session?.factorDue
  if (due !== undefined && due <= clock.now() && !endpoint?.enrols) throw enrolFirst()
  const surface = surfaceOf(request)
  if (surface === 'v1' && v1) requireScope(actor, v1.scope)
  if (surface === 'workspace' && workspace && workspace.roles !== 'public') requireRole(actor, workspace.roles)
  if (endpoint) requireWholeWorkspace(actor, endpoint)
  requireInstallOnly(actor, endpoint)
}

export const requireRecentProof: Stage = (request, _reply, { clock }) => {
  if (endpointOf(request)?.confirm) requireProof(callOf(request).actor, clock.now())
}

export const checkEncoding: Stage = ({ url }) => {
  const name = findUndecodable(url)
  if (name !== undefined) throw invalid([name], sentence`field.encoding: is not percent-encoded UTF-8`)
}

// Query parameters are text: converts decimal digits if the schema requires an integer. A value that is too large
// becomes the largest safe integer, because a page size is clamped, not rejected (interface section 4.1).
export const readQuery: Stage = request => {
  const { query } = endpointOf(request) ?? {}
  const parameters = request.query as Record<string, unknown>
  for (const [name, schema] of Object.entries(query?.properties ?? {})) {
    const text = parameters[name]
    const isInteger = 'type' in schema && schema.type === 'integer'
    if (isInteger && typeof text === 'string' && /^-?(0|[1-9]\d*)$/.test(text))
      parameters[name] = Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  }
}

export const checkText: Stage = request => {
  for (const value of [request.params, request.query, request.body]) {
    const issue = findUnstorable(value)
    if (issue) throw invalid(issue.path, issue.problem)
  }
}

// Runs before Ajv, which compares all items of an array with each other and reports each of them: half a million items
// take most of an hour.
export const checkLengths: Stage = request => {
  const fields: Record<string, unknown> = Object(request.body)
  for (const [name, schema] of Object.entries(endpointOf(request)?.body?.properties ?? {})) {
    const limit = 'maxItems' in schema ? Number(schema.maxItems) : Number.POSITIVE_INFINITY
    const value = fields[name]
    if (Array.isArray(value) && value.length > limit) throw invalid([name], atMostItems(limit))
  }
}

/** The call that `identifyCaller` began. */
export const callOf = (request: FastifyRequest): Call => {
  if (!request.call) throw new Error('the request was not identified')
  return request.call
}
