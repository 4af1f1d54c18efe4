import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Makes the server's shutdown wait for its handlers, even those whose connection was cut: an upload still has to remove
 * what it staged, and needs the database for that. Returns the wrapper of each handler.
 */
export const awaitHandlers = (app: FastifyInstance): ((handler: Handler) => Handler) => {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  })
  return handler => (request, reply) => {
    const work = handler(request, reply)
    underWay.add(work)
    const end = () => underWay.delete(work)
    work.then(end, end)
    return work
  }
}
