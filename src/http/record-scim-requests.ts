import type { FastifyInstance } from 'fastify'
import type { Provided } from './call.ts'
import { surfaceOf } from './identify.ts'

/** Records each response to an identified sender. */
export const recordScimRequests = (app: FastifyInstance, { scimLog }: Provided<'scimLog'>): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { call, refusedFor } = request
    if (!call || surfaceOf(request) !== 'scim' || call.actor.kind !== 'system') return
    scimLog.record({
      organizationId: call.organizationId,
      tokenId: call.actor.id,
      requestId: request.id,
      operation: request.routeOptions.config?.endpoint?.name ?? 'unknown',
      status: reply.statusCode,
      at: call.now,
      ...(refusedFor && { detail: refusedFor }),
    })
  })
}
