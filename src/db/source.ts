import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Log } from '#lib/log.ts'
import { startEmbeddedPostgres } from './embedded.ts'

// Of PostgreSQL's messages, regular starts, stops and checkpoints are logged at debug level only.
const isTrouble = /\b(WARNING|ERROR|FATAL|PANIC):/
const levelOf = (line: string): 'error' | 'warn' | 'debug' => {
  if (line.startsWith('supervisor:')) return /runs again/.test(line) ? 'warn' : 'error'
  return isTrouble.test(line) ? 'warn' : 'debug'
}

/** The connections of a process besides its pool: listening, health, and the watchdog. */
const connectionsBeside = 8
const connectionsOf = ({ processes = 1, databasePool }: Place): number =>
  40 + processes * (databasePool + connectionsBeside)

interface Place {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly processes?: number | undefined
  /** Connections of each process. */
  readonly databasePool: number
}

export interface DatabaseSource {
  /** As the owner of the database. */
  readonly connection: ClientConfig
  /** The same, if the database is our own. */
  readonly embedded?: ClientConfig
  /** Rejects when our own database has ended for good without being stopped. */
  readonly failed?: Promise<never>
}

/** The configured database, or our own, started and stopped with `resources`. */
export const openSource = async (place: Place, log: Log, resources: AsyncDisposableStack): Promise<DatabaseSource> => {
  const { databaseUrl, dataDir } = place
  if (databaseUrl) return { connection: { connectionString: databaseUrl } }
  log.info({ event: 'database_starting', first: !existsSync(join(dataDir, 'postgres')) })
  const embedded = await startEmbeddedPostgres({
    dataDir,
    settings: { max_connections: String(connectionsOf(place)) },
    log: line => log[levelOf(line)]({ event: 'postgres', detail: line }),
  })
  let stopping = false
  resources.use(embedded)
  resources.defer(() => {
    stopping = true
  })
  const failed = embedded.exited.then(() => {
    if (stopping) return new Promise<never>(() => {})
    throw new Error('The embedded PostgreSQL is gone; the log says why.')
  })
  failed.catch(() => undefined)
  return { connection: embedded.connection, embedded: embedded.connection, failed }
}
