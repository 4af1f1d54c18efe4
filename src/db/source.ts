import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Log } from '#lib/log.ts'
import { startEmbeddedPostgres } from './embedded.ts'

// Other lines, such as those about starts, stops and checkpoints of PostgreSQL, are logged at debug level.
const isTrouble = /\b(WARNING|ERROR|FATAL|PANIC):/
const levelOf = (line: string): 'error' | 'warn' | 'debug' => {
  if (line.startsWith('supervisor:')) return /runs again/.test(line) ? 'warn' : 'error'
  return isTrouble.test(line) ? 'warn' : 'debug'
}

/** The number of connections of a process outside its pool: for listening, health and the watchdog. */
const otherConnections = 8
const connectionsOf = ({ processes = 1, databasePool }: SourceConfig): number =>
  40 + processes * (databasePool + otherConnections)

interface SourceConfig {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly processes?: number | undefined
  /** The pool size of each process. */
  readonly databasePool: number
}

export interface DatabaseSource {
  /** The connection as the owner of the database. */
  readonly connection: ClientConfig
  /** The same connection, if the database is the embedded one. */
  readonly embedded?: ClientConfig
  /** Rejects when the embedded database has stopped permanently by itself. */
  readonly failed?: Promise<never>
}

/** Opens the configured database, or starts the embedded one, which stops with `resources`. */
export const openSource = async (
  config: SourceConfig,
  log: Log,
  resources: AsyncDisposableStack,
): Promise<DatabaseSource> => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return { connection: { connectionString: databaseUrl } }
  log.info({ event: 'database_starting', first: !existsSync(join(dataDir, 'postgres')) })
  const embedded = await startEmbeddedPostgres({
    dataDir,
    settings: { max_connections: String(connectionsOf(config)) },
    log: line => log[levelOf(line)]({ event: 'postgres', detail: line }),
  })
  let stopping = false
  resources.use(embedded)
  resources.defer(() => {
    stopping = true
  })
  const failed = embedded.exited.then(() => {
    if (stopping) return new Promise<never>(() => {})
    throw new Error('The embedded PostgreSQL has stopped for good; the log says why.')
  })
  failed.catch(() => undefined)
  return { connection: embedded.connection, embedded: embedded.connection, failed }
}
