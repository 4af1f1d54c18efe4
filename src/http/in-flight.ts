import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Governor } from '#lib/governor.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Makes the server's shutdown wait for its handlers, even if their connections were cut: an upload must still remove
 * its staged file, and needs the database for that. Also reports them to the governor, so that background work leaves
 * room for them. Returns a function that wraps a handler.
 */
export const awaitHandlers = (
  app: FastifyInstance,
  governor: Pick<Governor, 'began' | 'ended'>,
): ((handler: Handler) => Handler) => {
  const running = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    while (running.size > 0) await Promise.allSettled(running)
  })
  return handler => (request, reply) => {
    const began = governor.began()
    const work = handler(request, reply)
    running.add(work)
    const end = () => {
      governor.ended(began)
      running.delete(work)
    }
    work.then(end, end)
    return work
  }
}
