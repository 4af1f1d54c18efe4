import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Makes the end of the server wait for its handlers, also for those whose connection was cut: an upload still removes
 * what it staged, and needs the database for that. Answers what each handler is wrapped in.
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
