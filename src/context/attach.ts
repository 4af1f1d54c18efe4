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

interface Attaching {
  /** Whether to reject a database on another machine without TLS, as a start does; true when left out. */
  readonly judged?: boolean
}

/** Throws ConfigError if a start would. */
const requireProtectedDatabase = async (db: Database, config: Config): Promise<void> => {
  const refusable = outgoingOf(config).filter(one => one.kind === 'database' && isRefusable(one))
  if (refusable.length === 0) return
  const { warnedBy } = installationOf(await db.readInstall(findInstallation, {}))
  requireProtected(refusable, { warnedBy, warn: () => undefined })
}

/** The database of a server that may be running, for read-only commands: nothing is started or migrated. */
export const attach = async (config: Config, { judged = true }: Attaching = {}): Promise<Database> => {
  const masterKey = await findMasterKey(config)
  if (!masterKey) throw new Error(`There is no Probata in ${config.dataDir}: PROBATA_DATA_DIR names another folder.`)
  const owner = config.databaseUrl ? { connectionString: config.databaseUrl } : await runningConnection(config.dataDir)
  const { connection } = programLogin(owner, { masterKey, appUrl: config.databaseAppUrl })
  await using opening = new AsyncDisposableStack()
  const db = opening.use(openDatabase({ ...connection, max: 2 }, () => undefined))
  if (judged) await requireProtectedDatabase(db, config)
  opening.move()
  return db
}

/** The places of files of such a server and their content, for commands that inspect them. */
export const attachStorage = async (config: Config, log: Log, attaching: Attaching = {}) => {
  await using opening = new AsyncDisposableStack()
  const db = opening.use(await attach(config, attaching))
  const masterKey = await findMasterKey(config)
  if (!masterKey) throw new Error(`The master key is gone: ${config.masterKeyFrom}.`)
  // Not the server's folder, which may belong to another user.
  const elsewhere = await mkdtemp(join(tmpdir(), 'probata-command-'))
  opening.defer(() => rm(elsewhere, { recursive: true, force: true }))
  const sealer = createSealer({ current: masterKeyOf(masterKey) })
  const needs = { db, clock: systemClock, ids: createIds(), log, metrics: createMetrics(), sealer, nodeId: 'command' }
  const folders = { blobs: foldersOf(config).blobs, spool: elsewhere }
  const files = provideStorage(needs, { config, egress: createEgress(config, log), folders, watches: false }, opening)
  const kept = opening.move()
  const outside = { outgoing: judgedOutgoing(config), guarded: guardedOf(config), release }
  return { ...needs, ...files, outside, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** The ledger of such a server, for commands that sign it or start a new generation. */
export const attachLedger = async (config: Config, log: Log) => {
  await using opening = new AsyncDisposableStack()
  const db = opening.use(await attach(config))
  const masterKey = await findMasterKey(config)
  if (!masterKey) throw new Error(`The master key is gone: ${config.masterKeyFrom}.`)
  const settings = { url: publicUrl(config, config.port) }
  const sealer = createSealer({ current: masterKeyOf(masterKey) })
  const ledger = createLedger()
  const needs = { db, clock: systemClock, ids: createIds(), log, metrics: createMetrics(), sealer, ledger, settings }
  const given = { config, egress: createEgress(config, log) }
  const bucket = openCheckpointBucket(needs, given, opening)
  const outside = provideCheckpoints(needs, { ...given, bucket })
  const kept = opening.move()
  return { ...needs, ...outside, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
