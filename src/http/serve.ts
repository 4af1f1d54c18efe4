import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import type { RangeHeaders } from './byte-range.ts'
import { csvOf, listShapeOf } from './csv-list.ts'
import type { CommittingCall, Endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { readKey } from './idempotency.ts'
import { hasCodes, surfaceOf } from './identify.ts'
import type { WatchResponse } from './open-responses.ts'
import { accessAt, isOpenTo } from './operation.ts'
import { type MutationAttempt, type PerformedMutation, perform } from './perform.ts'
import { type Precondition, readIfMatch } from './precondition.ts'
import { render } from './render.ts'
import { Rendered, Streamed } from './rendered.ts'
import { markFile } from './sample.ts'
import { scimMedia } from './scim-error.ts'
import { sendStream, sendText } from './send-bytes.ts'
import { isRequired } from './sentences.ts'
import { callOf } from './stages.ts'

const json = 'application/json; charset=utf-8'

const mediaTypeOf = ({ scim }: Endpoint): string => (scim ? scimMedia : json)

const fingerprintOf = (request: FastifyRequest, part: string): string =>
  sha256Hex(JSON.stringify([request.method, request.url, part]))

const reasonOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'reason' in body && typeof body.reason === 'string'
    ? body.reason.trim()
    : null

const send = (reply: FastifyReply, endpoint: Endpoint, { response, replayed }: PerformedMutation): FastifyReply => {
  reply.code(response.status).headers(response.headers)
  if (replayed) {
    reply.header('idempotency-replayed', 'true')
    reply.request.call?.metrics.replays.inc()
  }
  if (response.status === 204) return reply.send()
  return sendText(reply.type(mediaTypeOf(endpoint)), response.body)
}

const preconditionOf = (request: FastifyRequest): Precondition | undefined => {
  const { detail } = request.routeOptions.config
  const expected = detail && readIfMatch(request.headers['if-match'])
  if (!detail || !expected) return undefined
  const { params, query, body } = request
  const fields: Record<string, unknown> = { ...Object(query), ...Object(body), ...Object(params) }
  const names = Object.keys(detail.params?.properties ?? {})
  return {
    expected,
    detail,
    params: Object.fromEntries(names.map(name => [name, String(fields[name])])),
    mayRead: isOpenTo(accessAt(detail, surfaceOf(request)), callOf(request).actor),
  }
}

const mutate = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const call = callOf(request)
  const { params, query, body } = request
  const idempotencyKey = readKey(request.headers['idempotency-key'])
  if (endpoint.keyRequired && surfaceOf(request) === 'v1' && !idempotencyKey)
    throw invalid(['Idempotency-Key'], isRequired)
  const precondition = preconditionOf(request)
  const attempt = (part: string): MutationAttempt => ({
    call,
    endpoint,
    reason: reasonOf(body),
    key: idempotencyKey ? { key: idempotencyKey, fingerprint: fingerprintOf(request, part) } : undefined,
    precondition,
    coded: hasCodes(surfaceOf(request)),
  })
  if (endpoint.kind === 'changing') {
    const part = idempotencyKey ? canonicalDigest(body ?? null) : ''
    return send(reply, endpoint, await perform(attempt(part), change => endpoint.run(change, { params, query, body })))
  }
  let performed: { readonly outcome: PerformedMutation; readonly result: Rendered } | undefined
  const committing: CommittingCall = {
    ...call,
    idempotencyKey,
    incoming: {
      stream: request.raw,
      contentType: request.headers['content-type'] ?? '',
      authorization: request.headers.authorization,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      secure: request.protocol === 'https',
      host: request.hostname,
    },
    setHeader: (name, value) => reply.header(name, value),
    async commit(part, work) {
      const outcome = await perform(attempt(part), work)
      performed = { outcome, result: new Rendered(outcome.response.body, outcome.response.status) }
      return performed.result
    },
  }
  const result = await endpoint.run(committing, { params, query, body })
  if (performed && performed.result === result) return send(reply, endpoint, performed.outcome)
  const status = (result instanceof Rendered ? result.status : undefined) ?? endpoint.status
  return send(reply, endpoint, { response: { status, headers: {}, body: render(endpoint, result) }, replayed: false })
}

// A range can be requested only with GET (RFC 9110 section 14.2).
const rangeHeadersOf = ({ method, headers }: FastifyRequest): RangeHeaders => ({
  range: method === 'GET' ? headers.range : undefined,
  ifRange: headers['if-range']?.toString(),
})

const read = async (
  endpoint: Endpoint,
  watch: WatchResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { params } = request
  const rangeHeaders = endpoint.ranges && rangeHeadersOf(request)
  const list = listShapeOf(endpoint, surfaceOf(request))
  const { format, ...filters } = Object(request.query)
  const query = list ? filters : request.query
  const result =
    list && format === 'csv'
      ? await csvOf(callOf(request), endpoint, list, { params, query: filters })
      : await endpoint.run(callOf(request), {
          params,
          query,
          address: request.ip,
          ...(rangeHeaders && { rangeHeaders }),
        })
  reply.type(endpoint.media ?? mediaTypeOf(endpoint))
  if (endpoint.version) reply.header('etag', Object(result).etag)
  if (result instanceof Streamed) {
    const { status = endpoint.status, headers = {} } = result.head
    watch(request, result.body)
    const marked = markFile(callOf(request), headers)
    return sendStream(reply.code(status).headers(marked), result.body, result.contentLength)
  }
  if (result instanceof Rendered) reply.code(result.status ?? endpoint.status)
  return sendText(reply, render(endpoint, result))
}

/** Runs an endpoint for a request that has passed every stage, and sends its response. */
export const serveEndpoint =
  (endpoint: Endpoint, watch: WatchResponse) => (request: FastifyRequest, reply: FastifyReply) =>
    endpoint.kind === 'reading' ? read(endpoint, watch, request, reply) : mutate(endpoint, request, reply)
