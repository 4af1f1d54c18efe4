import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import type { CoreServices, EndpointServices, Services } from '#api/call.ts'
import { createCountCache } from '#api/count-cache.ts'
import { createCursors } from '#api/cursor.ts'
import { createDayCounts } from '#api/day-counts.ts'
import { createIdentities } from '#api/identity.ts'
import { createRateLimiter, defaultLimits, type RateLimiter, type RateLimits } from '#api/rate-limit.ts'
import { openDatabase } from '#db/database.ts'
import { createDatabaseProbe } from '#db/database-probe.ts'
import type { Job } from '#jobs/job.ts'
import { createWorker, type Worker } from '#jobs/worker.ts'
import { trustedAuthorities } from '#lib/authorities.ts'
import { type Clock, minute, second, systemClock } from '#lib/clock.ts'
import { derivedKey } from '#lib/derived-key.ts'
import { createGovernor } from '#lib/governor.ts'
import { createEgress } from '#lib/guarded/egress.ts'
import { createGuardedFetch } from '#lib/guarded/fetch.ts'
import { createGuard, type Egress } from '#lib/guarded/guard.ts'
import type { Lookup } from '#lib/guarded/resolve.ts'
import { createIds } from '#lib/ids.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import type { Log } from '#lib/log.ts'
import { createMail } from '#lib/mail.ts'
import { senderAt } from '#lib/mail-sender.ts'
import { createClamd, noScanner } from '#lib/malware-scanner.ts'
import { createMetrics } from '#lib/metrics.ts'
import { createSealer, masterKeyOf } from '#lib/sealed.ts'
import { createTxtRecords } from '#lib/txt-records.ts'
import type { Config } from './config.ts'
import { openOutside, type Proving } from './features/checkpoints/outside.ts'
import { approvals } from './features/governance/approvals/access-approvals.ts'
import { createHealth } from './features/health/monitor.ts'
import { createLedger } from './features/ledger/ledger.ts'
import { createEntitlements } from './features/licensing/entitlements.ts'
import { createLicenseSample } from './features/licensing/license-metric.ts'
import { reportJobTrouble } from './features/operations/report-job-trouble.ts'
import { createBindingWatch } from './features/storage/binding-watch.ts'
import { createFolderStore } from './features/storage/folder-store.ts'
import { createDataKeys } from './features/storage/keys/data-keys.ts'
import { routeBlobs } from './features/storage/route-blobs.ts'
import { plainObjects } from './features/storage/s3/plain-objects.ts'
import { createSealing } from './features/storage/sealing.ts'
import { createSpool } from './features/storage/spool.ts'
import { createStores } from './features/storage/stores.ts'
import { sweepBinding } from './features/storage/sweep-binding.ts'
import { createUsageSample } from './features/storage/usage/usage-metric.ts'
import {
  approvalSubjects,
  choiceSources,
  exportables,
  jobs,
  keptLinks,
  verifyRecords,
  workSources,
} from './features.ts'
import { writtenLater } from './written-later.ts'

interface Parts {
  readonly config: Config
  readonly database: PoolConfig
  /** Whether the database is in the data directory. */
  readonly embedded: boolean
  readonly masterKey: Buffer
  readonly log: Log
  readonly clock?: Clock
  /** Resolves the names of identity providers; the system's resolver when left out. */
  readonly lookup?: Lookup | undefined
  /** Name servers for TXT records, as `address:port`; the system's resolvers when left out. */
  readonly nameServers?: readonly string[] | undefined
  /** Milliseconds that a request waits for Redis; 250 when left out. */
  readonly redisTimeout?: number | undefined
  /** Counts for several processes without Redis. */
  readonly limiter?: RateLimits | undefined
  readonly draining: () => boolean
  /** Called whenever a link is created, since the system may choose the port. */
  readonly url: () => string
}

/** Calls identity providers; their addresses come from administrators, so the connection is guarded. */
const createProviders = ({ oidcAllow: allow, threads }: Config, lookup: Lookup | undefined, egress: Egress) => {
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_OIDC_ALLOW' })
  return { problem: guard.problem, fetch: createGuardedFetch({ guard }) }
}

/** Calls the services that wrap the keys of organizations; their addresses also come from administrators. */
export const createKeyHolders = (
  { storageAllow: allow, threads }: Config,
  lookup: Lookup | undefined,
  egress: Egress,
) => {
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_STORAGE_ALLOW' })
  return {
    problem: guard.problem,
    fetch: createGuardedFetch({ guard, deadlineMs: 5 * second, maximumBytes: 64 * 1024 }),
  }
}

const limiterOf = ({ config, limiter, redisTimeout, log }: Parts, stack: AsyncDisposableStack): RateLimiter => {
  const { redisUrl, rateLimits } = config
  if (limiter && redisUrl === undefined) {
    return { ...limiter, redis: () => 'unused', ready: Promise.resolve(), [Symbol.asyncDispose]: async () => {} }
  }
  const chosen = { ...defaultLimits, ...rateLimits }
  // All correct secrets that an account may present in a minute may be checked at once; each is charged until it proves
  // correct.
  const limits = { ...chosen, 'token-failure': Math.max(chosen['token-failure'], chosen['token-issuance']) }
  return stack.use(createRateLimiter({ limits, redisUrl, redisTimeout, log, ca: trustedAuthorities(config) }))
}

export const foldersOf = ({ dataDir }: Config) => ({
  blobs: join(dataDir, 'blobs'),
  spool: join(dataDir, 'spool'),
  database: join(dataDir, 'postgres'),
})

export const scannerOf = ({ malwareScanner: address }: Config) => (address ? createClamd(address) : noScanner)

type Storage = Pick<CoreServices, 'db' | 'clock' | 'ids' | 'sealer' | 'dataKeys' | 'log' | 'metrics' | 'nodeId'>

/** Files, and the places that keep them; the endpoints come from administrators, so the connections are guarded. */
const createStorage = ({ config, lookup }: Parts, egress: Egress, needs: Storage, stack: AsyncDisposableStack) => {
  const { storageAllow: allow, threads } = config
  const folders = foldersOf(config)
  const folder = createFolderStore(folders.blobs)
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_STORAGE_ALLOW' })
  const spool = createSpool(folders.spool, needs.nodeId)
  const objectStores = stack.use(createStores({ ...needs, folder, guard, spool: spool.folder }))
  const sealing = createSealing(needs.dataKeys)
  const sweep = (organizationId: string, bindingId: string) =>
    sweepBinding({ ...needs, objectStores }, { organizationId, bindingId })
  const watch = stack.use(createBindingWatch({ ...needs, sweep }))
  return { objectStores, blobs: routeBlobs({ folder, stores: objectStores, spool, sealing, log: needs.log, watch }) }
}

const urlOf = (url: () => string) => ({
  get url() {
    return url()
  },
})

/** The signers of the ledger, and the operator's places that keep it; their addresses are guarded like any others. */
export const createOutside = (
  { config, lookup }: Pick<Parts, 'config' | 'lookup'>,
  egress: Egress,
  needs: Proving,
  stack: AsyncDisposableStack,
) => {
  const { storageAllow: allow, threads, checkpointS3, checkpointS3KeyFile: keyFile } = config
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_STORAGE_ALLOW' })
  const fetch = createGuardedFetch({ guard, deadlineMs: 30 * second, maximumBytes: 64 * 1024 })
  const bucket = checkpointS3 && keyFile ? plainObjects({ ...needs, ...checkpointS3, keyFile, guard }) : undefined
  if (bucket) stack.use(bucket)
  return openOutside({ ...needs, fetch }, { ...config, bucket })
}

/** Disposing closes the pool and the connection of the rate limiter. */
export const createCoreServices = (parts: Parts): CoreServices & AsyncDisposable => {
  const { config, masterKey, log, draining, url, clock = systemClock } = parts
  const stack = new AsyncDisposableStack()
  const egress = createEgress(config, log)
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
  const sealer = createSealer({ current: masterKeyOf(masterKey) })
  const governor = createGovernor({
    most: Math.max(1, Math.floor(config.databasePool / 3)),
    connectionsAwaited: () => db.pool.waiting,
    report: metrics.backgroundRan,
  })
  metrics.watchBackground(() => governor)
  const nodeId = ids.next('nod', clock.now())
  metrics.watchLicense(createLicenseSample({ db, clock, log }))
  metrics.watchUsage(createUsageSample({ db, log }))
  const limiter = limiterOf(parts, stack)
  metrics.watchRedis(limiter.redis)
  const keyHolders = createKeyHolders(config, parts.lookup, egress)
  const dataKeys = stack.use(createDataKeys({ db, clock, ids, log, metrics, sealer, keyHolders }))
  const ledger = createLedger()
  const proving = { db, clock, ids, log, metrics, sealer, ledger }
  return {
    db,
    clock,
    ids,
    log,
    metrics,
    governor,
    ...createStorage(parts, egress, { db, clock, ids, sealer, dataKeys, log, metrics, nodeId }, stack),
    exportables,
    workSources,
    choiceSources,
    keptLinks,
    approvalSubjects,
    approvals,
    entitlements: createEntitlements(db, clock),
    keyHolders,
    dataKeys,
    cursors: createCursors(derivedKey(masterKey, 'cursors'), clock.now),
    countCache: createCountCache(createDayCounts(db, log)),
    verifyRecords,
    limiter,
    ...writtenLater(db, log, ids, stack),
    ledger,
    ...createOutside(parts, egress, { ...proving, settings: urlOf(url) }, stack),
    identities: createIdentities(db, clock, config.sessionIdleMinutes * minute),
    sealer,
    mail: createMail({
      url: config.smtpUrl,
      from: () => config.mailFrom ?? senderAt(url()),
      ca: trustedAuthorities(config),
      failed: error => log.warn({ event: 'mail_not_sent', error }),
      warn: event => log.warn({ event }),
    }),
    identityProviders: createProviders(config, parts.lookup, egress),
    malwareScanner: scannerOf(config),
    txtRecords: createTxtRecords(parts.nameServers),
    draining,
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
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/**
 * The worker of the program's jobs and of further ones. Its nodes share the master key, hence also the times of their
 * jobs.
 */
export const createJobs = (
  services: Services,
  masterKey: Buffer,
  more: readonly Job<Services>[] = [],
): Promise<Worker> =>
  createWorker({
    services,
    jobs: [...jobs, ...more],
    install: derivedKey(masterKey, 'jobs').toString('hex'),
    tell: reportJobTrouble(services),
  })

/** The services of endpoints: the core services, the jobs, and the health of everything. Disposing ends its probe. */
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
