import type { FastifyInstance } from 'fastify'
import type { Services } from './call.ts'
import { surfaceOf } from './identify.ts'

/** What a request of an identity provider was about; never a value that it sent. */
export interface ScimDetails {
  /** The user or group. */
  readonly target?: string
  /** Names of the attributes that differ now. */
  readonly changed?: readonly string[]
  /** Paths of what was sent and is not stored. */
  readonly ignored?: readonly string[]
  /** Why it failed, or what was kept otherwise than sent. */
  readonly detail?: string
}

export interface ScimRequest extends ScimDetails {
  readonly organizationId: string
  readonly tokenId: string
  readonly requestId: string
  readonly operation: string
  readonly status: number
  /** Milliseconds. */
  readonly at: number
}

/** Notes the requests of identity providers. Nothing waits for it: rows are written a second later, together. */
export interface ScimLog extends AsyncDisposable {
  /** Says what a request is about, before it is answered. */
  describe(requestId: string, details: ScimDetails): void
  /** Notes an answered request, with what was said of it. */
  record(request: ScimRequest): void
  /** Writes what has been noted. */
  flush(): Promise<void>
}

/** Notes each answer to a sender that is known. */
export const noteScimRequests = (app: FastifyInstance, { scimLog }: Pick<Services, 'scimLog'>): void => {
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
