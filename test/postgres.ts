import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

/** Where the test run's PostgreSQL listens: set by global-setup.ts for every test process. */
const variable = 'PROBATA_TEST_POSTGRES'
const template = 'probata_template'

interface TestServer extends AsyncDisposable {
  readonly connection: ClientConfig
}

/** A throw-away PostgreSQL 18 with a migrated template database; it does not wait for the disk. */
const startTestPostgres = async (): Promise<TestServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-test-'))
  await chmod(dataDir, 0o755)
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  await run(server.connection, `create database ${template}`)
  await migrate({ ...server.connection, database: template })
  return {
    connection: server.connection,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const run = async (connection: ClientConfig, sql: string): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** Starts the server that all test processes of a run share. */
export const shareTestPostgres = async (): Promise<AsyncDisposable> => {
  const server = await startTestPostgres()
  process.env[variable] = JSON.stringify(server.connection)
  return server
}

// A test file that is run by itself starts a server of its own, for as long as it has databases on it.
let own: Promise<TestServer> | undefined
let users = 0

const takeServer = async (): Promise<ClientConfig> => {
  const shared = process.env[variable]
  if (shared) return JSON.parse(shared)
  users++
  own ??= startTestPostgres()
  return (await own).connection
}

const leaveServer = async (): Promise<void> => {
  if (!own || --users > 0) return
  const server = await own
  own = undefined
  await server[Symbol.asyncDispose]()
}

/** A fresh migrated database of its own; as its owner, so a test may look past row-level security. */
export const createTestDatabase = async (): Promise<TestServer> => {
  const server = await takeServer()
  const database = `t_${randomUUID().replaceAll('-', '')}`
  await run(server, `create database ${database} template ${template}`)
  return {
    connection: { ...server, database },
    async [Symbol.asyncDispose]() {
      await run(server, `drop database ${database} with (force)`)
      await leaveServer()
    },
  }
}
