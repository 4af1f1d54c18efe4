import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, anonymous } from './access.ts'
import type { EndpointServices } from './call.ts'
import { Refusal } from './errors.ts'
import { identify } from './identify.ts'
import { callOf } from './stages.ts'

/** Watches a response while it is being sent. */
export type WatchResponse = (request: FastifyRequest, body: Readable) => void

const rightsOf = (actor: Actor) => ({ ...actor, session: undefined })

/** Whether the caller of a request still has the same rights as when it began. */
const hasSameRights = async (request: FastifyRequest, services: EndpointServices): Promise<boolean> => {
  try {
    const actor = await identify(request, services, false)
    return isDeepStrictEqual(rightsOf(actor), rightsOf(callOf(request).actor))
  } catch (error) {
    // A database outage must not end a response.
    return !(error instanceof Refusal)
  }
}

/**
 * Every `period` milliseconds, ends the responses whose callers may no longer receive them: callers who have signed
 * out, whose account or token was disabled or revoked, or whose rights have changed. They receive a truncated body.
 */
export const watchResponses = (app: FastifyInstance, services: EndpointServices, period: number): WatchResponse => {
  const open = new Map<Readable, FastifyRequest>()
  let isChecking = false

  const endUnauthorized = async (): Promise<void> => {
    for (const [body, request] of open) {
      if (await hasSameRights(request, services)) continue
      const { organizationId: organization } = callOf(request).actor
      services.log.info({ event: 'answer_ended', requestId: request.id, route: request.routeOptions.url, organization })
      body.destroy()
    }
  }

  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    void endUnauthorized().finally(() => {
      isChecking = false
    })
  }, period).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return (request, body) => {
    if (callOf(request).actor === anonymous) return
    open.set(body, request)
    body.once('close', () => open.delete(body))
  }
}
