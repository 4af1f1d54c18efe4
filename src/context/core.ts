import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { openDatabase } from '#db/database.ts'
import type { CoreServices } from '#http/call.ts'
import { createCursors } from '#http/cursor.ts'
import { createIdentities } from '#http/identity.ts'
import { createRateLimiter, defaultLimits, type RateLimiter, type RateLimits } from '#http/rate-limit.ts'
import { createRefusals } from '#http/refusals.ts'
import { trustedAuthorities } from '#lib/authorities.ts'
import { type Clock, minute, systemClock } from '#lib/clock.ts'
import { derivedKey } from '#lib/derived-key.ts'
import { createGovernor } from '#lib/governor.ts'
import type { Lookup } from '#lib/guarded/resolve.ts'
import { createIds } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import { createMail } from '#lib/mail.ts'
import { senderAt } from '#lib/mail-sender.ts'
import { createMetrics } from '#lib/metrics.ts'
import { createSealer, masterKeyOf } from '#lib/sealed.ts'
import type { Config } from '#src/config.ts'
import { createLedger } from '#src/features/ledger/ledger.ts'
import { accessRules } from '#src/features.ts'
import { foldersOf } from './folders.ts'

export interface Parts {
  readonly config: Config
  readonly database: PoolConfig
  /** Whether the database is the embedded one, in the data directory. */
  readonly embedded: boolean
  readonly masterKey: Buffer
  readonly log: Log
  readonly clock?: Clock
  /** Resolves the names of identity providers; the system's resolver when left out. */
  readonly lookup?: Lookup | undefined
  /** Name servers for TXT records, as `address:port`; the system's resolvers when left out. */
  readonly nameServers?: readonly string[] | undefined
  /** Milliseconds that a request waits for Redis; by default 250. */
  readonly redisTimeout?: number | undefined
  /** The limiter that several processes share without Redis. */
  readonly limiter?: RateLimits | undefined
  /** Called for each new link, because the port may be chosen only after the services are created. */
  readonly url: () => string
}

const createLimiter = ({ config, limiter, redisTimeout, log }: Parts, stack: AsyncDisposableStack): RateLimiter => {
  const { redisUrl, rateLimits } = config
  if (limiter && redisUrl === undefined) {
    return { ...limiter, redis: () => 'unused', ready: Promise.resolve(), [Symbol.asyncDispose]: async () => {} }
  }
  const configured = { ...defaultLimits, ...rateLimits }
  // An account may spend its whole allowance of token requests at once. Each request counts as a failure until its
  // secret is verified, so the limit for failures must not be lower.
  const limits = { ...configured, 'token-failure': Math.max(configured['token-failure'], configured['token-issuance']) }
  return stack.use(createRateLimiter({ limits, redisUrl, redisTimeout, log, ca: trustedAuthorities(config) }))
}

export const createCore = (parts: Parts, stack: AsyncDisposableStack): CoreServices => {
  const { config, masterKey, log, url, clock = systemClock } = parts
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
  const governor = createGovernor({
    maxSlices: Math.max(1, Math.floor(config.databasePool / 3)),
    connectionsAwaited: () => db.pool.waiting,
    report: metrics.backgroundRan,
  })
  metrics.watchBackground(() => governor)
  const nodeId = ids.next('nod', clock.now())
  const limiter = createLimiter(parts, stack)
  metrics.watchRedis(limiter.redis)
  return {
    db,
    clock,
    ids,
    log,
    metrics,
    governor,
    ...accessRules,
    cursors: createCursors(derivedKey(masterKey, 'cursors'), clock.now),
    limiter,
    refusals: stack.use(createRefusals(db, log)),
    ledger: createLedger(),
    identities: createIdentities(db, clock, config.sessionIdleMinutes * minute),
    sealer: createSealer({ current: masterKeyOf(masterKey) }),
    mail: createMail({
      url: config.smtpUrl,
      from: () => config.mailFrom ?? senderAt(url()),
      ca: trustedAuthorities(config),
      failed: error => log.warn({ event: 'mail_not_sent', error }),
      warn: event => log.warn({ event }),
    }),
    nodeId,
    settings: {
      get url() {
        return url()
      },
      maxUploadBytes: config.maxUploadBytes,
      scratchFolder: join(foldersOf(config).spool, nodeId),
      scrubBytesPerSecond: config.scrubMegabytesPerSecond * 1_000_000,
      webhookRetentionDays: config.webhookRetentionDays,
      sessionIdle: config.sessionIdleMinutes * minute,
      license: config.licenseFile ? { file: config.licenseFile, key: config.licensePublicKey } : undefined,
    },
  }
}
