import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Governor } from '#lib/governor.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Makes the server's shutdown wait for its handlers, even those whose connection was cut: an upload must still remove
 * its staged file, and needs the database for that. Background work leaves room for them. Returns the wrapper of each
 * handler.
 */
export const awaitHandlers = (
  app: FastifyInstance,
  governor: Pick<Governor, 'began' | 'ended'>,
): ((handler: Handler) => Handler) => {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  })
  return handler => (request, reply) => {
    const began = governor.began()
    const work = handler(request, reply)
    underWay.add(work)
    const end = () => {
      governor.ended(began)
      underWay.delete(work)
    }
    work.then(end, end)
    return work
  }
}
