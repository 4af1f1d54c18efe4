import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import pg, { type ClientConfig } from 'pg'
import { migrate } from '#db/migrate.ts'
import { clusterPrefix } from '#db/own-server.ts'
import { cheapHash } from './cheap-hash.ts'
import { password } from './fixture.ts'
import { memoryFolder } from './memory-folder.ts'
import { startTcpPostgres, tcpPassword } from './tcp-postgres.ts'

/** Where the test run's PostgreSQL listens. global-setup.ts sets it for every test process. */
const connectionVariable = 'PROBATA_TEST_POSTGRES'

/** The template of a test database: the schema alone, or with the organizations of test/fixture.ts. */
const templates = { empty: 'probata_template', workspace: 'probata_workspace' } as const

export interface TestServer extends AsyncDisposable {
  readonly connection: ClientConfig
}

const user = 'probata'

// PostgreSQL does not wait for the disk: dropping a database takes 20 ms this way, and up to a second otherwise.
const settings = {
  // The whole server belongs to the program, like the bundled one.
  cluster_name: `${clusterPrefix}test`,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '1GB',
  max_connections: '200',
  jit: 'off',
  timezone: 'UTC',
}

// Copying a database of 600 files costs PostgreSQL 20 ms of CPU in memory, and 80 to 350 ms on disk. Set TMPDIR if it
// does not fit in memory.
const base = process.env.TMPDIR ?? memoryFolder(4) ?? tmpdir()

/**
 * Starts a throw-away PostgreSQL with the template databases: version 18, or that of
 * TEST_POSTGRES=/usr/lib/postgresql/15/bin.
 */
const startTestPostgres = async (): Promise<TestServer> => {
  const server = await startTcpPostgres({ programs: process.env.TEST_POSTGRES, user, base, settings })
  const connection = { host: server.folder, port: server.port, user, password: tcpPassword, database: 'postgres' }
  await query(connection, `create database ${templates.empty}`)
  await migrate({ ...connection, database: templates.empty })
  await query(connection, `create database ${templates.workspace} template ${templates.empty}`)
  // Loaded only here, because tests of the database alone do not need the program.
  const { provisionWorkspace } = await import('./provisioned.ts')
  const workspace = { ...connection, database: templates.workspace }
  await provisionWorkspace(workspace)
  await query(workspace, 'update login set password_hash = $1', [cheapHash(password)])
  return { connection, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

type Row = Record<string, unknown>

/** Rows of a statement on its own connection. */
export const query = async (connection: ClientConfig, text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text, values).finally(() => client.end())
  return rows
}

/** Starts the server that all test processes of a run share. */
export const shareTestPostgres = async (): Promise<AsyncDisposable> => {
  const server = await startTestPostgres()
  process.env[connectionVariable] = JSON.stringify(server.connection)
  return server
}

// A test file that runs alone starts its own server, for as long as it has databases on it.
let ownServer: Promise<TestServer> | undefined
let users = 0

const acquireServer = async (): Promise<ClientConfig> => {
  const shared = process.env[connectionVariable]
  if (shared) return JSON.parse(shared)
  users++
  ownServer ??= startTestPostgres()
  return (await ownServer).connection
}

const releaseServer = async (): Promise<void> => {
  if (!ownServer || --users > 0) return
  const server = await ownServer
  ownServer = undefined
  await adminPool?.end()
  adminPool = undefined
  await server[Symbol.asyncDispose]()
}

// Keeps one connection per process: starting one costs PostgreSQL the same CPU time as copying a database.
let adminPool: pg.Pool | undefined

const openAdminPool = (server: ClientConfig): pg.Pool => {
  const pool = new pg.Pool({ ...server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The connection closes when the server stops.
  pool.on('error', () => {})
  return pool
}

/** Creates a migrated database. Tests connect as its owner, to bypass row-level security. */
const createFrom = async (template: string): Promise<TestServer> => {
  const server = await acquireServer()
  const database = `t_${randomUUID().replaceAll('-', '')}`
  // The default, copying through the log, costs PostgreSQL more than twice the CPU time.
  adminPool ??= openAdminPool(server)
  await adminPool.query(`create database ${database} template ${template} strategy file_copy`)
  return {
    connection: { ...server, database },
    async [Symbol.asyncDispose]() {
      await adminPool?.query(`drop database ${database} with (force)`)
      await releaseServer()
    },
  }
}

export const createTestDatabase = (template: keyof typeof templates = 'empty'): Promise<TestServer> =>
  createFrom(templates[template])

/** Copies a database, as if restored from a backup. The original must have no connections. */
export const copyTestDatabase = ({ connection }: TestServer): Promise<TestServer> =>
  createFrom(`${connection.database}`)
