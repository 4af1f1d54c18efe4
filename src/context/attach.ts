import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { runningConnection } from '#db/embedded/running.ts'
import { findInstallation, installationOf } from '#db/installation.ts'
import { programLogin } from '#db/login.ts'
import { systemClock } from '#lib/clock.ts'
import { createEgress } from '#lib/guarded/egress.ts'
import { createIds } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import { createMetrics } from '#lib/metrics.ts'
import { publicUrl } from '#lib/public-url.ts'
import { createSealer, masterKeyOf } from '#lib/sealed.ts'
import { release } from '#lib/version.ts'
import { guardedOf, isRefusable, judgedOutgoing, outgoingOf, requireProtected } from '#src/config/outgoing.ts'
import { type Config, findMasterKey } from '#src/config.ts'
import { provideCheckpoints } from '#src/features/checkpoints/provide-checkpoints.ts'
import { createLedger } from '#src/features/ledger/ledger.ts'
import { openCheckpointBucket, provideStorage } from '#src/features/storage/provide-storage.ts'
import { foldersOf } from './folders.ts'

interface AttachOptions {
  /**
   * Whether to reject a connection without TLS to a database on another machine, as a starting server does; by default
   * true.
   */
  readonly requiresTls?: boolean
}

/** Throws ConfigError if a starting server would reject the database connection. */
const requireProtectedDatabase = async (db: Database, config: Config): Promise<void> => {
  const refusable = outgoingOf(config).filter(one => one.kind === 'database' && isRefusable(one))
  if (refusable.length === 0) return
  const { warnedBy } = installationOf(await db.readInstall(findInstallation, {}))
  requireProtected(refusable, { warnedBy, warn: () => undefined })
}

/** Opens the database of a server that may be running, for read-only commands. Starts and migrates nothing. */
export const attach = async (config: Config, { requiresTls = true }: AttachOptions = {}): Promise<Database> => {
  const masterKey = await findMasterKey(config)
  if (!masterKey) throw new Error(`There is no Probata in ${config.dataDir}: PROBATA_DATA_DIR names another folder.`)
  const owner = config.databaseUrl ? { connectionString: config.databaseUrl } : await runningConnection(config.dataDir)
  const { connection } = programLogin(owner, { masterKey, appUrl: config.databaseAppUrl })
  await using resources = new AsyncDisposableStack()
  const db = resources.use(openDatabase({ ...connection, max: 2 }, () => undefined))
  if (requiresTls) await requireProtectedDatabase(db, config)
  resources.move()
  return db
}

/** Opens the file storage of a server that may be running, for commands that inspect it. */
export const attachStorage = async (config: Config, log: Log, options: AttachOptions = {}) => {
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await attach(config, options))
  const masterKey = await findMasterKey(config)
  if (!masterKey) throw new Error(`The master key no longer exists: ${config.masterKeyFrom}.`)
  // A separate spool, because the server's may belong to another user.
  const spool = await mkdtemp(join(tmpdir(), 'probata-command-'))
  resources.defer(() => rm(spool, { recursive: true, force: true }))
  const sealer = createSealer({ current: masterKeyOf(masterKey) })
  const services = {
    db,
    clock: systemClock,
    ids: createIds(),
    log,
    metrics: createMetrics(),
    sealer,
    nodeId: 'command',
  }
  const folders = { blobs: foldersOf(config).blobs, spool }
  const files = provideStorage(
    services,
    { config, egress: createEgress(config, log), folders, watches: false },
    resources,
  )
  const owned = resources.move()
  const outside = { outgoing: judgedOutgoing(config), guarded: guardedOf(config), release }
  return { ...services, ...files, outside, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Opens the ledger of a server that may be running, for commands that sign it or start a new generation. */
export const attachLedger = async (config: Config, log: Log) => {
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await attach(config))
  const masterKey = await findMasterKey(config)
  if (!masterKey) throw new Error(`The master key no longer exists: ${config.masterKeyFrom}.`)
  const settings = { url: publicUrl(config, config.port) }
  const sealer = createSealer({ current: masterKeyOf(masterKey) })
  const ledger = createLedger()
  const services = { db, clock: systemClock, ids: createIds(), log, metrics: createMetrics(), sealer, ledger, settings }
  const opening = { config, egress: createEgress(config, log) }
  const bucket = openCheckpointBucket(services, opening, resources)
  const outside = provideCheckpoints(services, { ...opening, bucket })
  const owned = resources.move()
  return { ...services, ...outside, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
