import type { FastifyInstance } from 'fastify'
import type { ClientConfig } from 'pg'
import { requireProgramLogin } from '#db/application-role.ts'
import { explainConnectionError } from '#db/connection-error.ts'
import { claimAt } from '#db/installation.ts'
import { programLogin } from '#db/login.ts'
import { requireNothingSealed } from '#db/master-key.ts'
import { migrate } from '#db/migrate.ts'
import { type DatabaseSource, openSource } from '#db/source.ts'
import type { AllServices, EndpointServices } from '#http/call.ts'
import { closeServer, drain } from '#http/close-server.ts'
import type { Endpoint } from '#http/endpoint.ts'
import { serveMetrics } from '#http/measure.ts'
import type { RateLimits } from '#http/rate-limit.ts'
import { createServer } from '#http/server.ts'
import type { Job } from '#jobs/job.ts'
import { holdNodeLease } from '#jobs/node-lease.ts'
import { runJobNow, type Worker } from '#jobs/worker.ts'
import { trustedAuthorities } from '#lib/authorities.ts'
import { type Clock, second, systemClock } from '#lib/clock.ts'
import { makeDataDirectory } from '#lib/data-directory.ts'
import { requireFreePort } from '#lib/free-port.ts'
import { createEgress } from '#lib/guarded/egress.ts'
import type { Lookup } from '#lib/guarded/resolve.ts'
import type { Log } from '#lib/log.ts'
import type { Metrics } from '#lib/metrics.ts'
import { isOwnMachine } from '#lib/own-machine.ts'
import { builtApp } from '#lib/program-files.ts'
import { publicUrl } from '#lib/public-url.ts'
import { outgoingOf, requireProtected } from '#src/config/outgoing.ts'
import { type Config, findMasterKey, makeMasterKey } from './config.ts'
import { createBase, createEndpointServices, createJobs } from './context.ts'
import { offerSetup } from './features/access/setup-link.ts'
import { makeSecurityEventPartitions } from './features/audit/keep-security-events.ts'
import { createSecurityLog, type SecurityLog } from './features/audit/shipping/security-log.ts'
import { servePublicLedger } from './features/checkpoints/serve-public.ts'
import { createLedgerSealer, type LedgerSealer } from './features/ledger/sealer.ts'
import type { PlacedOrganization } from './features/provisioning/file.ts'
import { applyProvisioning, createDefaultWorkspace, readProvisioning } from './features/provisioning/provision.ts'
import { createDeliveryEngine, type DeliveryEngine } from './features/webhooks/delivery-engine.ts'
import { makePartitions } from './features/webhooks/keep-partitions.ts'
import { endpoints, sections } from './features.ts'

/** A running Probata. */
export interface System extends AsyncDisposable {
  readonly url: string
  readonly app: FastifyInstance
  readonly services: AllServices & EndpointServices
  readonly worker: Worker
  readonly delivery: DeliveryEngine
  /** Set if PROBATA_SECURITY_LOG is set. */
  readonly securityLog?: SecurityLog | undefined
  /** The connection to the embedded PostgreSQL, as its owner. */
  readonly embedded?: ClientConfig | undefined
  /** Rejects when the embedded database has stopped permanently, so that the server cannot work. */
  readonly failed: Promise<never>
  /** Runs a job immediately and returns the number of processed records; throws the job's error. */
  runJob(name: string): Promise<number>
}

interface OpenOptions {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock
  /** A database to use instead of the configured one. */
  readonly connection?: ClientConfig
  /** Resolves the names of webhook receivers and identity providers; the system's resolver when left out. */
  readonly lookup?: Lookup
  /** Name servers for TXT records instead of the system's resolvers. */
  readonly nameServers?: readonly string[]
  /** Milliseconds that a request waits for Redis; by default 250. */
  readonly redisTimeout?: number
  /** Accepts the master key even if the database was last used with a different one. */
  readonly replaceMasterKey?: true
  /** Additional jobs, for tests. */
  readonly jobs?: readonly Job<AllServices>[]
  readonly among?: Among
}

/** This process as one of several on the same port. */
interface Among {
  /** Whether this is the first process, which runs and prepares the database and informs the operator. */
  readonly first: boolean
  /** Counts the rate limits of all processes, if Redis is not configured. */
  readonly limiter?: RateLimits
  /** Returns the text of `/metrics`. */
  readonly scrape: (own: Metrics) => Promise<string>
}

export interface StartOptions extends OpenOptions {
  /** Additional endpoints, for tests. */
  readonly endpoints?: readonly Endpoint[]
  /** Milliseconds that a stopping server continues to listen, so that clients notice; by default 0. */
  readonly drainMs?: number
  /** Milliseconds that a stopping server waits for running requests; by default 15 seconds. */
  readonly finishMs?: number
  /** Milliseconds that sending a response may go without progress; by default 30 seconds. */
  readonly patience?: number
  /** The folder of the built web app, instead of the output folder of `npm run build`. */
  readonly webApp?: string
  /**
   * Shows the operator values that appear only once and are never logged: generated secrets and the setup link.
   */
  readonly announce?: (line: Readonly<Record<string, string>>) => void
}

/** The state of a running server that services can read. */
interface LiveState {
  draining: boolean
  url: string
}

export interface OpenedSystem extends AsyncDisposable {
  readonly ledgerSealer: LedgerSealer
  readonly services: AllServices & EndpointServices
  readonly embedded: System['embedded']
  readonly failed: System['failed']
  /** The migrations applied at this start. */
  readonly migrations: readonly string[]
  readonly worker: Worker
  readonly delivery: DeliveryEngine
  readonly securityLog: SecurityLog | undefined
}

/** Generates the master key if no value has been sealed yet; replacing a lost key would hide the loss. */
const generateMasterKey = async (config: Config, owner: ClientConfig, replace = false): Promise<Buffer> => {
  if (!replace) await requireNothingSealed(owner, config.masterKeyFrom)
  return makeMasterKey(config)
}

/** The database source for a given connection: additional processes use that of the first, which runs the database. */
const sourceAt = (connection: ClientConfig, among: Among | undefined): DatabaseSource => ({
  connection,
  ...(among && { embedded: connection }),
})

const never = new Promise<never>(() => {})

/** Opens the database and the services without a server, for commands that run and exit. */
export const open = async (
  { config, log, clock, ...options }: OpenOptions,
  live: LiveState = { draining: false, url: publicUrl(config, config.port) },
): Promise<OpenedSystem> => {
  await using resources = new AsyncDisposableStack()
  await makeDataDirectory(config.dataDir)
  const existingKey = await findMasterKey(config)
  const source = options.connection
    ? sourceAt(options.connection, options.among)
    : await openSource(config, log, resources)
  const { connection: owner, embedded, failed = never }: DatabaseSource = source
  const masterKey = existingKey ?? (await generateMasterKey(config, owner, options.replaceMasterKey))
  const { connection, login } = programLogin(owner, { masterKey, appUrl: config.databaseAppUrl })
  const { applied, installation } = await migrate(owner, {
    claim: claimAt((clock ?? systemClock).now()),
    login,
    program: connection,
    pool: config.databasePool,
    masterKey: { key: masterKey, from: config.masterKeyFrom, replace: options.replaceMasterKey === true },
    log: line => log.debug({ event: 'migration', detail: line }),
    warn: detail => log.warn({ event: 'database_login_changed', detail }),
  })
  if (applied.length > 0) log.info({ event: 'migrated', count: applied.length })
  requireProtected(outgoingOf(config), {
    warnedBy: installation?.warnedBy,
    warn: line => (options.among?.first ?? true) && log.warn(line),
  })
  // Each group of services receives those that already exist.
  const draining = () => live.draining
  const parts = { config, database: connection, embedded: embedded !== undefined, draining }
  const core = resources.use(
    createBase({
      ...parts,
      masterKey,
      log,
      url: () => live.url,
      ...(clock && { clock }),
      lookup: options.lookup,
      nameServers: options.nameServers,
      redisTimeout: options.redisTimeout,
      limiter: options.among?.limiter,
    }),
  )
  const variable = config.databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL'
  await requireProgramLogin(core.db).catch(error => Promise.reject(explainConnectionError(variable, connection, error)))
  // Must precede the first event, because a row written on a day without a partition prevents creating one for that
  // day.
  await makePartitions(core)
  await core.limiter.ready
  await makeSecurityEventPartitions(core)
  const delivery = resources.use(
    createDeliveryEngine(core, {
      connection,
      allow: config.webhookAllow,
      threads: config.threads,
      egress: createEgress(config, log),
      ...(options.lookup && { lookup: options.lookup }),
    }),
  )
  const jobServices: AllServices = { ...core, deliveries: delivery, receivers: delivery }
  const worker = resources.use(await createJobs(jobServices, masterKey, options.jobs))
  const services = resources.use(createEndpointServices(parts, jobServices, worker))
  const ledgerSealer = resources.use(createLedgerSealer(jobServices))
  const securityLog =
    config.securityLog && resources.use(createSecurityLog(core, config.securityLog, trustedAuthorities(config)))
  const owned = resources.move()
  return {
    services,
    worker,
    delivery,
    securityLog,
    ledgerSealer,
    embedded,
    failed,
    migrations: applied,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const provisionAtStart = async (
  services: AllServices,
  { announce }: StartOptions,
  entries: readonly PlacedOrganization[],
): Promise<void> => {
  const { secrets } = entries.length > 0 ? await applyProvisioning(services, entries) : { secrets: [] }
  for (const secret of secrets) announce?.({ event: 'secret', ...secret })
  await createDefaultWorkspace(services)
}

// Over plain http, passwords and cookies can be read and changed in transit.
const warnOfPlainHttp = (log: Log, host: string, url: string): void => {
  if (url.startsWith('https:') || [host, new URL(url).hostname].every(isOwnMachine)) return
  const detail =
    'other machines connect over plain http; put a proxy with TLS in front and set PROBATA_URL to its address'
  log.warn({ event: 'plain_http', host, url, detail })
}

/** Starts a server: database, services, then HTTP. Disposing finishes running work in reverse order. */
export const start = async (options: StartOptions): Promise<System> => {
  const { config, among } = options
  const isFirst = among?.first ?? true
  await using resources = new AsyncDisposableStack()
  const live = { draining: false, url: publicUrl(config, config.port) }
  // Reads the file before starting the database, so that mistakes in it are reported first.
  const entries = config.provisionFile ? await readProvisioning(sections, config.provisionFile) : []
  const { services, worker, delivery, securityLog, ledgerSealer, embedded, failed } = resources.use(
    await open(options, live),
  )
  const isOnlyNode = !options.connection && config.databaseUrl === undefined
  resources.use(await holdNodeLease(services, { nodeId: services.nodeId, alone: isOnlyNode }))
  if (isFirst) await provisionAtStart(services, options, entries)
  const allEndpoints = [...endpoints, ...(options.endpoints ?? [])]
  const servedEndpoints = config.roles.includes('api') ? allEndpoints : allEndpoints.filter(endpoint => endpoint.open)
  const app = await createServer({
    services,
    endpoints: servedEndpoints,
    trustProxy: config.trustProxy?.cidrs ?? [],
    connections: {
      max: config.maxConnections,
      perAddress: config.maxPerAddress,
      isShared: address => config.trustProxy?.contains(address) === true,
      patience: options.patience ?? 30 * second,
    },
    webApp: options.webApp ?? builtApp,
  })
  servePublicLedger(app, services)
  serveMetrics(app, services, config.metricsToken, among?.scrape)
  resources.defer(() => closeServer(app, options.log, options.finishMs))
  resources.defer(() => {
    live.draining = true
    return drain(app, options.drainMs ?? 0)
  })
  // Another program may have taken the port in the meantime, and may even allow sharing it.
  if (isFirst) await requireFreePort(config)
  await app.listen({ host: config.host, port: config.port, ...(among && { reusePort: true }) })
  const address = app.server.address()
  live.url = publicUrl(config, typeof address === 'object' && address ? address.port : config.port)
  if (isFirst) warnOfPlainHttp(options.log, config.host, live.url)
  // Each setup link invalidates the previous one, so a process without the API creates none.
  const setupUrl = isFirst && config.roles.includes('api') ? await offerSetup(services) : undefined
  if (setupUrl) options.announce?.({ event: 'setup', url: setupUrl })
  if (config.roles.includes('worker')) {
    worker.start()
    await delivery.start(isOnlyNode)
    ledgerSealer.start()
    securityLog?.start()
  }
  const owned = resources.move()
  return {
    url: live.url,
    app,
    services,
    worker,
    delivery,
    securityLog,
    embedded,
    failed,
    runJob: name => runJobNow(worker, name),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
