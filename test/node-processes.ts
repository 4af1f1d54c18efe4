import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from './client.ts'
import { checkResponse } from './contract/responses.ts'
import { testEnvironment } from './environment.ts'
import { startServer, urlOf } from './faults/server-process.ts'
import { createTestDatabase, query } from './postgres.ts'

/** A node in its own operating system process: `node src/main.ts serve`. */
export interface NodeProcess extends Client {
  readonly clock: { now(): number }
}

interface NodeProcesses extends AsyncDisposable {
  readonly nodes: readonly [NodeProcess, NodeProcess]
  /** The folder in which both nodes store uploads. */
  readonly dataDir: string
  /** Runs a statement as the owner of the database; returns its rows. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

const start = async (name: string, folder: string, env: Readonly<Record<string, string>>) => {
  const logFile = join(folder, `${name}.log`)
  const server = await startServer({ dataDir: join(folder, 'data'), logFile, env }).catch(async error => {
    throw new Error(await readFile(logFile, 'utf8'), { cause: error })
  })
  const client = createClient(server.url, checkResponse)
  return {
    node: { ...client, clock: Date },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      server[Symbol.dispose]()
      server.kill('SIGTERM')
      await server.exited
    },
  }
}

/** Starts two node processes on one PostgreSQL, with the organizations of test/fixture.ts and one data directory. */
export const startNodeProcesses = async (): Promise<NodeProcesses> => {
  await using resources = new AsyncDisposableStack()
  const { connection } = resources.use(await createTestDatabase('workspace'))
  const folder = await mkdtemp(join(tmpdir(), 'probata-nodes-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const env = { ...testEnvironment, DATABASE_URL: urlOf(connection) }
  const launch = async (name: string) => resources.use(await start(name, folder, env)).node
  const nodes = await Promise.all([launch('one'), launch('two')])
  const owned = resources.move()
  return {
    nodes,
    dataDir,
    sql: (text, values) => query(connection, text, values),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
