import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDirectory } from '#lib/make-directory.ts'
import { chooseAccount } from './embedded/account.ts'
import { locateBinaries } from './embedded/binaries.ts'
import { prepareCluster, SUPERUSER } from './embedded/cluster.ts'
import { explainFailure } from './embedded/explain.ts'
import { type DataDirectoryLock, lockDataDirectory } from './embedded/lock.ts'
import { endOrphans } from './embedded/orphans.ts'
import { closeCluster } from './embedded/owner-password.ts'
import { type Postmaster, PostmasterEndedError, startPostmaster } from './embedded/postmaster.ts'
import { placePrograms } from './embedded/programs.ts'
import { settingArguments } from './embedded/settings.ts'
import { createSocketDirectory, PORT, removeSocketDirectory } from './embedded/socket-directory.ts'
import { supervise } from './embedded/supervise.ts'
import { clusterPrefix } from './own-server.ts'

export { DataDirectoryInUseError } from './embedded/lock.ts'

export interface EmbeddedPostgres {
  /** The owner's connection, for `pg`; `host` is the folder of the Unix socket. Stays the same across restarts. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** The postmaster's pid, which changes with a restart. */
  readonly pid: number
  /** Stops the supervision and PostgreSQL (fast shutdown), removes the socket, and unlocks the data directory. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
  /**
   * Resolves when PostgreSQL has stopped permanently: after `stop()`, when the supervisor gives up restarting it, or
   * when another machine takes over the data directory. The value is its last exit status, null after a signal.
   */
  readonly exited: Promise<number | null>
}

export interface EmbeddedPostgresOptions {
  /** PROBATA_DATA_DIR; created if missing. The cluster is in its folder `postgres`. */
  readonly dataDir: string
  /** Receives PostgreSQL's log lines, except statement errors and anything that could contain data from a row. */
  readonly log: (line: string) => void
  /** Additional server settings. They override the defaults, except those for durability and the private socket. */
  readonly settings?: Record<string, string>
}

/** The maximum wait, in milliseconds, for leftovers of an earlier run (shared memory, lock file) to disappear. */
const CONFLICT_LIMIT_MS = 10_000
const conflict = /pre-existing shared memory block|lock file "[^"]*" already exists|could not bind Unix address/

/**
 * Starts the bundled PostgreSQL 18 on `<dataDir>/postgres`, and creates the cluster if it is missing.
 *
 * - Works as an ordinary user and as root. Root runs PostgreSQL as the owner of the cluster or as uid 65534. Also works
 *   below folders that other users cannot enter, and does not open them.
 * - Listens only on a Unix socket in a folder of mode 0700, and requires a password. The owner's password is in
 *   `<dataDir>/postgres.password`.
 * - Allows one Probata per data directory, even across containers. Throws `DataDirectoryInUseError`, which names the
 *   other process, before it opens the cluster.
 * - Stops PostgreSQL when this process dies, by a parent-death signal or, if the kernel has none, with a shell that
 *   watches the process. After a kill, the next start runs recovery and waits up to 10 s for leftover processes.
 * - Restarts PostgreSQL if it dies: at once, then with growing pauses. After two minutes without a lasting run, the
 *   supervisor gives up and `exited` resolves. Clients reconnect to the same `connection`.
 * - Must be called from the main thread: the parent-death signal follows the thread that created the process.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  await makeDirectory(options.dataDir, 0o700)
  const dataDir = await realpath(options.dataDir)
  await using resources = new AsyncDisposableStack()
  const lock = await lockDataDirectory(dataDir)
  resources.defer(() => lock.release())

  const stopping = new AbortController()
  const { launch, connection, remove } = await prepare(dataDir, options, lock, stopping.signal)
  resources.defer(remove)

  const first = await launch()
  const supervised = supervise({ first, launch, log: options.log, stopping: stopping.signal })
  const owned = resources.move()
  const end = async (): Promise<void> => {
    stopping.abort()
    await supervised.stop()
    await owned.disposeAsync()
  }
  lock.lost.addEventListener('abort', () => {
    options.log('supervisor: another machine took the data directory over')
    void stop()
  })
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= end()
    return stopped
  }
  return {
    connection,
    get pid() {
      return supervised.pid
    },
    exited: supervised.exited,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

interface PreparedCluster {
  readonly connection: EmbeddedPostgres['connection']
  readonly launch: () => Promise<Postmaster>
  readonly remove: () => Promise<void>
}

const prepare = async (
  dataDir: string,
  options: EmbeddedPostgresOptions,
  lock: DataDirectoryLock,
  signal: AbortSignal,
): Promise<PreparedCluster> => {
  const { log, settings = {} } = options
  const cluster = join(dataDir, 'postgres')
  const account = await chooseAccount(cluster)
  const binaries = await placePrograms(await locateBinaries(), account)
  // On Linux, PostgreSQL does not have to reach its folder by path (reach.ts).
  const folders = process.platform === 'linux' ? [] : [cluster, dataDir]
  const needed = [binaries.postgres, join(binaries.home, 'lib'), ...folders]
  const explain = async (error: unknown): Promise<never> => {
    throw await explainFailure(error, needed, account)
  }
  await prepareCluster(dataDir, cluster, binaries, account).catch(explain)
  const clusterName = await nameOf(cluster)
  const host = await createSocketDirectory(dataDir, account)
  const { postgres } = binaries
  await endOrphans(cluster, clusterName, signal)
  const inherited = await lock.forDatabase(signal)
  const password = await closeCluster({ dataDir, cluster, postgres, account }).catch(explain)
  const connection = { host, port: PORT, user: SUPERUSER, password, database: SUPERUSER }
  const own = settingArguments(settings, host, clusterName)
  const start = () =>
    startPostmaster({ postgres, cluster, account, settings: own, connection, lock: inherited, log, signal })

  const launch = async (): Promise<Postmaster> => {
    const deadline = Date.now() + CONFLICT_LIMIT_MS
    for (;;) {
      await endOrphans(cluster, clusterName, signal)
      try {
        return await start()
      } catch (error) {
        const isTransient = error instanceof PostmasterEndedError && conflict.test(error.output)
        if (!isTransient || Date.now() > deadline) return explain(error)
        await delay(50, undefined, { signal })
      }
    }
  }
  return { connection, launch, remove: () => removeSocketDirectory(host) }
}

/**
 * Returns the name that marks every process of the cluster. It is derived from the folder's inode, so it survives
 * renames of parent folders.
 */
const nameOf = async (cluster: string): Promise<string> => {
  const { dev, ino } = await stat(cluster)
  return `${clusterPrefix}${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`
}
