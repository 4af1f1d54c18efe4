import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { second } from '#lib/clock.ts'
import { equalDigest, sha256Hex } from '#lib/hash.ts'
import type { Metrics } from '#lib/metrics.ts'
import { idOfStatus, Refusal } from './errors.ts'
import { type Health, isHealthy } from './health.ts'
import { readMethods } from './known-paths.ts'
import { sendText } from './send-bytes.ts'
import { noSuchEndpoint } from './sentences.ts'

const loopback: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

// The local names of this machine. Any other name may be that of an attacker's page, resolved to this machine.
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

// A reverse proxy on this machine also calls from loopback, on behalf of remote clients.
const isLocal = ({ headers, socket }: FastifyRequest): boolean =>
  loopback.has(socket.remoteAddress) &&
  localHost.test(headers.host ?? 'localhost') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

const presentsToken = ({ headers }: FastifyRequest, token: string | undefined): boolean => {
  const [, sent] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== undefined && sent !== undefined && equalDigest(sha256Hex(sent), sha256Hex(token))
}

const observe =
  ({ requests, answers }: Metrics) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / second)
    // A replayed refusal has no `refusedFor`; its cause follows from the status.
    const cause = request.refusedFor ?? idOfStatus(reply.statusCode) ?? 'none'
    answers.inc({ status: reply.statusCode, cause })
  }

interface MetricSources {
  readonly metrics: Metrics
  readonly health: Health
}

/**
 * Times every response. Serves the metrics at `/metrics` (Prometheus text format) and the state of each part at
 * `/api/health/detail`, to callers on this machine and callers with `token` as a bearer token; all others get a 404.
 * `scrape` returns the metrics of all processes if there are several.
 */
export const serveMetrics = (
  app: FastifyInstance,
  { metrics, health }: MetricSources,
  token: string | undefined,
  scrape: (own: Metrics) => Promise<string> = own => own.registry.metrics(),
): void => {
  app.addHook('onResponse', observe(metrics))
  const guarded =
    (respond: (reply: FastifyReply) => Promise<FastifyReply>) => (request: FastifyRequest, reply: FastifyReply) => {
      if (!isLocal(request) && !presentsToken(request, token)) throw new Refusal('not_found', noSuchEndpoint)
      return respond(reply)
    }
  const responders = {
    '/metrics': async (reply: FastifyReply) =>
      sendText(reply.type(metrics.registry.contentType), await scrape(metrics)),
    '/api/health/detail': async (reply: FastifyReply) => {
      const parts = await health.checkAll()
      const { database, storage } = parts
      const ready = isHealthy({ database, storage })
      return sendText(
        reply.code(ready ? 200 : 503).type('application/json; charset=utf-8'),
        JSON.stringify({ ready, ...parts }),
      )
    },
  }
  for (const [url, respond] of Object.entries(responders))
    app.route({ method: readMethods, url, handler: guarded(respond) })
}
