import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ClientConfig } from 'pg'
import type { Services } from '#api/call.ts'
import { createRefusals } from '#api/refusals.ts'
import { createServer } from '#api/server.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import { type Config, loadMasterKey, publicUrl } from './config.ts'
import { createServices } from './context.ts'
import { endpoints } from './features.ts'

/** A running Probata. */
export interface System extends AsyncDisposable {
  readonly url: string
  readonly app: FastifyInstance
  readonly services: Services
}

interface StartOptions {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock
  /** A database that is used as it is, instead of the configured one. */
  readonly connection?: ClientConfig
}

// Keep-alive connections that are idle would hold the close for their whole timeout.
const closeServer = async (app: FastifyInstance): Promise<void> => {
  const closed = app.close()
  const done = closed.then(() => true)
  while (!(await Promise.race([done, delay(50, false)]))) app.server.closeIdleConnections()
  await closed
}

/** config → database → context → http; disposing finishes what is running, in the opposite order. */
export const start = async ({ config, log, clock, ...given }: StartOptions): Promise<System> => {
  await using resources = new AsyncDisposableStack()
  const masterKey = await loadMasterKey(config)
  const connection = given.connection ?? (await connectionOf(config, log, resources))
  await migrate(connection, { log: line => log.info({ event: 'migration', detail: line }) })
  let draining = false
  let url = publicUrl(config, config.port)
  const services = resources.use(
    createServices({
      config,
      database: connection,
      masterKey,
      log,
      draining: () => draining,
      url: () => url,
      ...(clock && { clock }),
    }),
  )
  const refusals = resources.use(createRefusals(services.db, log))
  const app = await createServer({ services, endpoints, refusals, trustProxy: config.trustProxy?.cidrs ?? [] })
  resources.defer(() => closeServer(app))
  resources.defer(() => {
    draining = true
  })
  await app.listen({ host: config.host, port: config.port })
  const address = app.server.address()
  url = publicUrl(config, typeof address === 'object' && address ? address.port : config.port)
  const kept = resources.move()
  return { url, app, services, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const connectionOf = async (config: Config, log: Log, resources: AsyncDisposableStack): Promise<ClientConfig> => {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: line => log.info({ event: 'postgres', detail: line }),
  })
  return resources.use(embedded).connection
}
