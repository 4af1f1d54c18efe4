import { isIP } from 'node:net'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import type { CoreServices, EndpointServices, Services } from '#api/call.ts'
import { createCountCache } from '#api/count-cache.ts'
import { createCursors } from '#api/cursor.ts'
import { createIdentities } from '#api/identity.ts'
import { createRateLimiter, defaultLimits, type Limits, type RateLimiter } from '#api/rate-limit.ts'
import { createRefusals } from '#api/refusals.ts'
import { openDatabase } from '#db/database.ts'
import { createDatabaseProbe } from '#db/database-probe.ts'
import { type Clock, minute, systemClock } from '#lib/clock.ts'
import { derivedKey } from '#lib/derived-key.ts'
import { createGuardedFetch } from '#lib/guarded/fetch.ts'
import { createGuard } from '#lib/guarded/guard.ts'
import type { Lookup } from '#lib/guarded/resolve.ts'
import { createIds } from '#lib/ids.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import type { Log } from '#lib/log.ts'
import { createMail } from '#lib/mail.ts'
import { createMetrics } from '#lib/metrics.ts'
import { createSealer, masterKeyOf } from '#lib/sealed.ts'
import { createTxtRecords } from '#lib/txt-records.ts'
import type { Mailbox } from '#lib/variable-values.ts'
import type { Config } from './config.ts'
import { createHealth } from './features/health/monitor.ts'
import { createFolderStore } from './features/storage/folder-store.ts'

interface Parts {
  readonly config: Config
  readonly database: PoolConfig
  /** The database is in the data directory. */
  readonly embedded: boolean
  readonly masterKey: Buffer
  readonly log: Log
  readonly clock?: Clock
  /** Resolves the names of identity providers; the system's resolver when left out. */
  readonly lookup?: Lookup | undefined
  /** Name servers for TXT records, as `address:port`; the system's resolvers when left out. */
  readonly nameServers?: readonly string[] | undefined
  /** Milliseconds a request waits for Redis; 250 when left out. */
  readonly redisTimeout?: number | undefined
  /** Counts for several processes, without Redis. */
  readonly limiter?: Limits | undefined
  readonly draining: () => boolean
  /** Called when a link is made: the system may choose the port. */
  readonly url: () => string
}

/** The sender where PROBATA_MAIL_FROM names none; an address literal where the host is an IP address (RFC 5321). */
const senderAt = (url: string): Mailbox => {
  const { hostname } = new URL(url)
  const literal = isIP(hostname) === 4 ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:')
  return { name: 'Probata', address: `no-reply@${literal}` }
}

/** Calls identity providers; their addresses come from administrators, so it is guarded. */
const createProviders = ({ oidcAllow: allow, threads }: Config, lookup: Lookup | undefined) => {
  const guard = createGuard({ allow, lookup, threads, variable: 'PROBATA_OIDC_ALLOW', field: 'issuer' })
  return { problem: guard.problem, fetch: createGuardedFetch({ guard }) }
}

const limiterOf = (
  { config: { redisUrl, rateLimits }, limiter, redisTimeout, log }: Parts,
  stack: AsyncDisposableStack,
): RateLimiter => {
  if (limiter && redisUrl === undefined) {
    return { ...limiter, redis: () => 'unused', ready: Promise.resolve(), [Symbol.asyncDispose]: async () => {} }
  }
  const chosen = { ...defaultLimits, ...rateLimits }
  // All correct secrets that an account may present in a minute may be checked at once; each is charged until it proves
  // correct.
  const limits = { ...chosen, 'token-failure': Math.max(chosen['token-failure'], chosen['token-issuance']) }
  return stack.use(createRateLimiter({ limits, redisUrl, redisTimeout, log }))
}

const foldersOf = ({ dataDir }: Config) => ({ blobs: join(dataDir, 'blobs'), database: join(dataDir, 'postgres') })

/** Disposing closes the pool and the rate limiter's connection. */
export const createCoreServices = (parts: Parts): CoreServices & AsyncDisposable => {
  const { config, masterKey, log, draining, url, clock = systemClock } = parts
  const stack = new AsyncDisposableStack()
  const metrics = createMetrics()
  const ids = createIds()
  const db = stack.use(
    openDatabase(
      { ...parts.database, max: config.databasePool },
      error => {
        metrics.databaseFailed(error)
        log.warn({ event: 'database_connection_lost', error })
      },
      metrics.databaseFailed,
    ),
  )
  metrics.watchPool(() => db.pool)
  const limiter = limiterOf(parts, stack)
  metrics.watchRedis(limiter.redis)
  return {
    db,
    clock,
    ids,
    log,
    metrics,
    blobs: createFolderStore(foldersOf(config).blobs),
    cursors: createCursors(derivedKey(masterKey, 'cursors'), clock.now),
    countCache: createCountCache(),
    limiter,
    refusals: stack.use(createRefusals(db, log)),
    identities: createIdentities(db, clock, config.sessionIdleMinutes * minute),
    sealer: createSealer({ current: masterKeyOf(masterKey) }),
    mail: createMail({
      url: config.smtpUrl,
      from: () => config.mailFrom ?? senderAt(url()),
      failed: error => log.warn({ event: 'mail_not_sent', error }),
    }),
    identityProviders: createProviders(config, parts.lookup),
    txtRecords: createTxtRecords(parts.nameServers),
    draining,
    nodeId: ids.next('nod', clock.now()),
    settings: {
      get url() {
        return url()
      },
      maxUploadBytes: config.maxUploadBytes,
      webhookRetentionDays: config.webhookRetentionDays,
      sessionIdle: config.sessionIdleMinutes * minute,
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** What endpoints get: the services, the jobs, and the health of everything. Disposing ends its probe. */
export const createEndpointServices = (
  { config, database, embedded }: Pick<Parts, 'config' | 'database' | 'embedded'>,
  services: Services,
  jobs: JobRunner,
): EndpointServices & AsyncDisposable => {
  const { limiter, clock, log, metrics } = services
  const folders = foldersOf(config)
  const probe = createDatabaseProbe(database)
  const databaseFolder = embedded ? folders.database : undefined
  const health = createHealth({ probe, databaseFolder, blobFolder: folders.blobs, limiter, jobs, clock, log })
  metrics.watchHealth(() => health.look())
  return { ...services, jobs, health, [Symbol.asyncDispose]: () => probe[Symbol.asyncDispose]() }
}
