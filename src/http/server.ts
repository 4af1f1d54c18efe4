import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { second } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { anonymous } from './access.ts'
import { isSending } from './body.ts'
import { beginCall, type EndpointServices, type Provided } from './call.ts'
import { type ConnectionLimits, checkInterval, guardConnections } from './connections.ts'
import { serveDocuments } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { type ErrorId, errors, Refusal } from './errors.ts'
import { hasCodes, surfaceOf } from './identify.ts'
import { recordKnownPaths, sendOptions } from './known-paths.ts'
import { translate } from './perform.ts'
import { mount } from './pipeline.ts'
import { scimError, scimMedia } from './scim-error.ts'
import { securityHeaders } from './security-headers.ts'
import { toIssue, validatorOf } from './validation.ts'
import { serveWebApp } from './web-app.ts'

export interface ServerOptions {
  readonly services: EndpointServices & Provided<'scimLog'>
  readonly endpoints: readonly Endpoint[]
  /** Addresses of the reverse proxies whose X-Forwarded headers are trusted. */
  readonly trustProxy: readonly string[]
  readonly connections: ConnectionLimits
  /** The folder of the built web app. */
  readonly webApp: string
}

const maxJsonBytes = 1024 * 1024
const maxParamChars = 200

const newRequestId = (services: Pick<EndpointServices, 'ids' | 'clock'>) => () =>
  services.ids.next('req', services.clock.now())

// Fastify's own errors about a request, as refusals.
const fastifyErrors: Record<string, { id: ErrorId; sentence: Sentence }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    id: 'payload_too_large',
    sentence: sentence`request.body_too_large: The body is larger than this endpoint accepts.`,
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    id: 'unsupported_media_type',
    sentence: sentence`request.media_type: This endpoint does not accept the Content-Type.`,
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    id: 'invalid_request',
    sentence: sentence`request.content_length: The body is not as long as Content-Length says.`,
  },
  FST_ERR_BAD_URL: { id: 'invalid_request', sentence: sentence`request.url: The address is not a valid URL.` },
  FST_ERR_MAX_PARAM_LENGTH: {
    id: 'invalid_request',
    sentence: sentence`request.path_too_long: A part of the path is too long.`,
  },
}

// Errors of Node's HTTP parser, each with a status line (RFC 9110 section 15.5, RFC 6585 section 5) and a sentence.
const parserErrors: Readonly<Record<string, readonly [status: string, sentence: Sentence]>> = {
  __proto__: null as never,
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    sentence`request.too_slow: The request took too long to arrive; try again.`,
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    sentence`request.headers_too_large: The address and the headers are larger than 16 KiB.`,
  ],
}

// A body with 90,000 unknown fields would yield 90,000 issues of 50 bytes each.
const maxIssues = 100

// The parts of a request, as refusals name them.
const parts: Readonly<Record<string, string>> = {
  __proto__: null as never,
  params: 'The address',
  querystring: 'The query',
}

const toRefusal = (error: FastifyError | Error, request: FastifyRequest): unknown => {
  if ('validation' in error && error.validation) {
    const part = parts[error.validationContext ?? ''] ?? 'The body'
    // We use our own Ajv compiler, so these are Ajv's errors.
    const issues = (error.validation as Parameters<typeof toIssue>[0][]).slice(0, maxIssues).map(toIssue)
    const [first] = issues
    const field = first?.path.join('.') || 'it'
    const problem = first?.problem.text ?? 'is not valid'
    return new Refusal(
      'invalid_request',
      sentence`request.invalid: ${{ part }} is not valid: ${{ field }} ${{ problem }}.`,
      { issues },
    )
  }
  const known = 'code' in error ? fastifyErrors[error.code] : undefined
  if (known) return new Refusal(known.id, known.sentence)
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500)
    return new Refusal('invalid_request', sentence`request.malformed: The request is not valid.`)
  return translate(error, request.routeOptions.config?.endpoint?.conflicts)
}

const countedRefusals: ReadonlySet<ErrorId> = new Set(['unauthorized', 'invalid_client', 'rate_limited'])

// Identified callers have passed the rate limits; earlier refusals can occur at any rate, so they are only counted.
const auditRefusal = async (request: FastifyRequest, refusal: Refusal, services: EndpointServices): Promise<void> => {
  const { id, status, detail } = refusal
  const identifiedCall = request.call && request.call.actor !== anonymous ? request.call : undefined
  const action = request.routeOptions.config?.endpoint?.action ?? 'request'
  if (identifiedCall && status === 403) await services.refusals.record({ call: identifiedCall, why: id, action })
  else if (status === 403 || countedRefusals.has(id) || detail.about)
    for (const { by, ...about } of detail.about ?? [{ by: anonymous }])
      services.refusals.count({
        call: identifiedCall ?? beginCall(services, by, request.id),
        why: id,
        action,
        ...about,
      })
}

const internalError = new Refusal(
  'internal_error',
  sentence`server.failed: The server failed; give the request id to the operator, who can find the cause with it.`,
)

/** Creates the HTTP server: the stages, the error envelope, and the responses to malformed HTTP. */
export const createServer = async ({
  services,
  endpoints,
  trustProxy,
  connections,
  webApp,
}: ServerOptions): Promise<FastifyInstance> => {
  const nextId = newRequestId(services)
  const app = Fastify({
    logger: false,
    genReqId: nextId,
    requestIdHeader: false,
    bodyLimit: maxJsonBytes,
    routerOptions: { maxParamLength: maxParamChars },
    exposeHeadRoutes: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    return503OnClosing: false,
    requestTimeout: 0,
    keepAliveTimeout: 72 * second,
    // `guardHttp` rejects a missing Host, so that the response has the error envelope.
    http: { headersTimeout: 5 * second, connectionsCheckingInterval: second, requireHostHeader: false },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return
      const [status, problem] = parserErrors[error.code] ?? [
        '400 Bad Request',
        sentence`request.not_http: The request is not valid HTTP.`,
      ]
      const refusal = new Refusal('invalid_request', problem)
      const id = nextId()
      const body = refusal.envelope(id, { coded: false })
      const head = [
        `HTTP/1.1 ${status}`,
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
        `X-Request-Id: ${id}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
      ]
      socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    },
  })

  const refuse = async (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const translated = toRefusal(error, request)
    const refusal = translated instanceof Refusal ? translated : internalError
    services.metrics.refusals.inc({ kind: refusal.id })
    request.refusedFor = refusal.id
    const { cause } = refusal.detail
    if (cause) services.metrics.unavailable.inc({ cause: cause.name, code: cause.code })
    // The health check logs the cause once.
    if (cause?.name.startsWith('database') || cause?.name.startsWith('storage')) void services.health.check()
    if (refusal === internalError || refusal.status >= 500)
      services.log.error({ event: 'request_failed', requestId: request.id, route: request.routeOptions.url, error })
    await auditRefusal(request, refusal, services).catch(cause =>
      services.log.error({ event: 'refusal_not_audited', requestId: request.id, error: cause }),
    )
    const oauth = request.routeOptions.config?.endpoint?.oauth
    const isScim = surfaceOf(request) === 'scim'
    const envelope = isScim
      ? scimError(refusal)
      : refusal.envelope(request.id, {
          coded: hasCodes(surfaceOf(request)),
          ...(oauth && { extraFields: { error_description: refusal.message } }),
        })
    reply.header('x-request-id', request.id).headers(refusal.detail.headers ?? {})
    // Fastify would close the connection of a client that is still sending; `watchBody` discards the rest of the body,
    // so that the response arrives.
    if (isSending(request.raw)) reply.removeHeader('connection')
    return reply
      .code(errors[refusal.id].status)
      .type(isScim ? scimMedia : 'application/json; charset=utf-8')
      .send(envelope)
  }

  guardConnections(app.server, connections, services)
  // Node would send a 100 before the request is checked, and send 417 responses by itself. `guardHttp` rejects unknown
  // expectations instead.
  for (const event of ['checkContinue', 'checkExpectation']) app.server.on(event, app.routing)
  app.setValidatorCompiler(({ schema }) => validatorOf(Object(schema)))
  app.setErrorHandler(refuse)
  recordKnownPaths(app)
  mount(app, services, endpoints, checkInterval(connections))
  serveDocuments(app, services, endpoints)
  const sendApp = serveWebApp(app, webApp, services.log)
  app.setNotFoundHandler((request, reply) => (request.method === 'OPTIONS' ? sendOptions : sendApp)(request, reply))
  return app
}
