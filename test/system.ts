import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import type { Services } from '#http/call.ts'
import type { Endpoint } from '#http/endpoint.ts'
import type { Job } from '#jobs/job.ts'
import type { Lookup } from '#lib/guarded/resolve.ts'
import { createLog, type Log } from '#lib/log.ts'
import { readConfig } from '#src/config.ts'
import { endpoints as declared } from '#src/features.ts'
import { type System, start } from '#src/system.ts'
import { type ApiResponse, type Client, createClient } from './client.ts'
import { checkResponse, createResponseCheck } from './contract/responses.ts'
import { testEnvironment } from './environment.ts'
import { workspace } from './fixture.ts'
import { createTestDatabase } from './postgres.ts'
import { until } from './until.ts'

export type { ApiResponse }

/** A running clock that a test can advance. */
export interface TestClock {
  now(): number
  advance(ms: number): void
  /** Sets the clock to a time, which may be in the past, for tests that depend on the day or the hour. */
  set(time: number): void
}

/** A complete Probata that runs in this process on its own database. */
export interface Probata extends Client, AsyncDisposable {
  readonly system: System
  readonly clock: TestClock
  /** The connection settings of the owner of the database, who bypasses row-level security. */
  readonly connection: ClientConfig
  /** Runs a statement as the owner of the database; returns its rows. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

interface BootOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The provisioning file. If omitted, that of test/fixture.ts is used; null means none. */
  readonly provision?: object | null
  /** Endpoints in addition to the program's own. */
  readonly endpoints?: readonly Endpoint[]
  /** Jobs in addition to the program's own. */
  readonly jobs?: readonly Job<Services>[]
  /**
   * A database that the test created. By default, each system has its own. Used if two systems share it, or if a proxy
   * is in front of it.
   */
  readonly database?: ClientConfig
  /** Resolves the host names of webhook receivers in place of DNS. */
  readonly lookup?: Lookup
  /** The name servers for TXT records, each as `address:port`. */
  readonly nameServers?: readonly string[]
  /** The milliseconds that a request waits for Redis before the request is counted locally. */
  readonly redisTimeout?: number
  /** The milliseconds that a response may go without progress. */
  readonly patience?: number
  readonly log?: Log
  /** The milliseconds that a stop waits for requests to finish. */
  readonly finishMs?: number
  /** The folder of a different build of the web app. */
  readonly webApp?: string
}

const createClock = (): TestClock => {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    advance(ms) {
      offset += ms
    },
    set(time) {
      offset = time - Date.now()
    },
  }
}

/** Keeps connections open, because opening one costs PostgreSQL 5 ms of a core. */
const createOwnerPool = (connection: ClientConfig) => {
  const pool = new pg.Pool({ ...connection, max: 10, idleTimeoutMillis: 0 })
  // Ignores errors, because a test may end every session of the database.
  pool.on('error', () => {})
  return {
    sql: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** An address at which no name server listens, so that tests never query the machine's resolver. */
const unusedNameServer = ['127.0.0.1:9']

/**
 * Starts Probata for a test with a real database, real HTTP and a movable clock. Jobs run only when the test runs them.
 */
export const boot = async (options: BootOptions = {}): Promise<Probata> => {
  const {
    env = {},
    provision = workspace,
    endpoints = [],
    jobs = [],
    lookup,
    nameServers = unusedNameServer,
    redisTimeout,
    patience,
    finishMs,
    webApp,
    log = createLog({ level: 'silent' }),
  } = options
  await using resources = new AsyncDisposableStack()
  // The template already contains these accounts, so their passwords need not be hashed again.
  const useTemplate = provision === workspace && !options.database && !env.PROBATA_MASTER_KEY
  const connection =
    options.database ?? resources.use(await createTestDatabase(useTemplate ? 'workspace' : 'empty')).connection
  const { sql } = resources.use(createOwnerPool(connection))
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-data-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'provision.json')
  const provisioning = provision && !useTemplate
  if (provisioning) await writeFile(file, JSON.stringify(provision))
  const config = readConfig({
    ...testEnvironment,
    PROBATA_DATA_DIR: dataDir,
    ...(provisioning && { PROBATA_PROVISION: file }),
    ...env,
  })
  const clock = createClock()
  const system = resources.use(
    await start({
      config,
      log,
      clock,
      connection,
      endpoints,
      jobs,
      ...(lookup && { lookup }),
      nameServers,
      ...(redisTimeout && { redisTimeout }),
      ...(patience && { patience }),
      ...(finishMs && { finishMs }),
      ...(webApp && { webApp }),
    }),
  )
  const check = endpoints.length > 0 ? createResponseCheck([...declared, ...endpoints]) : checkResponse
  const client = createClient(system.url, check)
  const owned = resources.move()
  return {
    ...client,
    system,
    clock,
    connection,
    sql,
    // Closes the system first, so that requests in progress get their responses.
    async [Symbol.asyncDispose]() {
      await owned.disposeAsync()
      await client[Symbol.asyncDispose]()
    },
  }
}

/** Resolves when this many sessions of the database wait for a lock. */
export const untilBlocked = ({ sql }: Pick<Probata, 'sql'>, sessions: number): Promise<true> =>
  until(`${sessions} sessions wait for a lock`, async () => {
    const [row] = await sql(`select count(*)::int as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return Number(row?.blocked) >= sessions
  })
