import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/**
 * Makes each response close its connection, for `ms` milliseconds or until no connection is open. A connection closed
 * while it seems idle may be carrying a request, which then fails for its client. Under load from 8 clients, closing
 * connections at once failed 14 requests in 3 stops.
 */
export const drain = async ({ server }: FastifyInstance, ms: number): Promise<void> => {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const connections = promisify(server.getConnections.bind(server))
  const deadline = performance.now() + ms
  while (performance.now() < deadline && (await connections()) > 0) await delay(20)
}

/** How long requests in progress may take. */
const finishMs = 15 * second

/**
 * Closes the server: idle connections at once, the others after `ms` milliseconds. Otherwise idle keep-alive
 * connections would delay the close for their whole timeout, and a large upload for hours.
 */
export const closeServer = async (app: FastifyInstance, log: Log, ms = finishMs): Promise<void> => {
  const closed = app.close()
  const done = closed.then(() => true)
  const deadline = performance.now() + ms
  while (!(await Promise.race([done, delay(50, false)]))) {
    app.server.closeIdleConnections()
    if (performance.now() < deadline) continue
    log.warn({ event: 'requests_cut', connections: await promisify(app.server.getConnections.bind(app.server))() })
    app.server.closeAllConnections()
    break
  }
  await closed
}
