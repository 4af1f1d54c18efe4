import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointServices, Provided } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { awaitHandlers } from './in-flight.ts'
import { readJson } from './json.ts'
import { watchResponses } from './open-responses.ts'
import { detailOf } from './operation.ts'
import { recordScimRequests } from './record-scim-requests.ts'
import { acceptBodies, route } from './routes.ts'
import { serveEndpoint } from './serve.ts'
import {
  authorize,
  checkEncoding,
  checkLengths,
  checkText,
  findRoute,
  identifyCaller,
  limitRate,
  nameRequest,
  readQuery,
  requireRecentProof,
  type Stage,
} from './stages.ts'

/**
 * The stages of every request, in order. After them Fastify validates, and `serve` performs:
 * idempotency → begin → precondition → run → audit row and outbox → commit → response.
 */
const stages = [
  ['onRequest', nameRequest],
  ['onRequest', identifyCaller],
  ['onRequest', limitRate],
  ['onRequest', findRoute],
  ['onRequest', authorize],
  ['onRequest', requireRecentProof],
  ['preValidation', checkEncoding],
  ['preValidation', readQuery],
  ['preValidation', checkText],
  ['preValidation', checkLengths],
] as const satisfies readonly (readonly ['onRequest' | 'preValidation', Stage])[]

/** Registers the endpoints behind the stages. `checkEvery`: milliseconds between checks of responses in progress. */
export const mount = (
  app: FastifyInstance,
  services: EndpointServices & Provided<'scimLog'>,
  endpoints: readonly Endpoint[],
  checkEvery: number,
): void => {
  app.decorateRequest('call', undefined)
  app.decorateRequest('refusedFor', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    readJson(request.headers['content-type'] ?? '', body),
  )
  // One hook for all stages of a kind, because Fastify takes 1 to 2 µs for each hook.
  for (const hook of ['onRequest', 'preValidation'] as const) {
    const ordered: Stage[] = stages.filter(([kind]) => kind === hook).map(([, stage]) => stage)
    app.addHook(hook, async (request, reply) => {
      for (const stage of ordered) await stage(request, reply, services)
    })
  }
  recordScimRequests(app, services)
  const awaitHandler = awaitHandlers(app, services.governor)
  const watch = watchResponses(app, services, checkEvery)
  // One scope per kind of body, not per endpoint, because Fastify takes a millisecond to create a scope.
  for (const [accepts, group] of Map.groupBy(endpoints, ({ accepts }) => accepts)) {
    app.register(async scope => {
      acceptBodies(scope, accepts)
      for (const endpoint of group)
        route(scope, endpoint, awaitHandler(serveEndpoint(endpoint, watch)), surface =>
          detailOf(endpoint, surface, endpoints),
        )
    })
  }
}
