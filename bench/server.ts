import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import pg from 'pg'
import { type RunningProcess, startProcess } from './process.ts'

/** The server as an operator runs it, in its own process with its own data directory. */
export interface Server extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  readonly port: number
  /** The token of a service account that may read and write evidence. It is valid for an hour. */
  readonly token: string
  readonly organizationId: string
  /** A temporary folder for the benchmark, next to the server's data. */
  readonly directory: string
  /** The connection to the embedded PostgreSQL as the owner of the database, who bypasses row-level security. */
  readonly connection: ClientConfig
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Ends the process and starts another on the same data. Older versions lack this method. */
  restart?(): Promise<void>
}

/** The service account of the benchmarks. */
export const account = { clientId: 'bench', clientSecret: 'bench-bench-bench-bench' }

/** The administrator who signs in to the workspace. */
export const admin = { email: 'ada@bench.example', password: 'ada-ada-ada-ada' }

/** The administrator who confirms changes of access that the other one requests. */
export const secondAdmin = { email: 'grace@bench.example', password: 'grace-grace-grace' }

/** The content that `startServer` provisions. */
export const provision = {
  organizations: [
    {
      slug: 'bench',
      name: 'Bench',
      users: [
        { email: 'rita@bench.example', name: 'Rita', password: 'rita-rita-rita', role: 'reviewer' },
        { ...admin, name: 'Ada', role: 'admin' },
        { ...secondAdmin, name: 'Grace', role: 'admin' },
      ],
      serviceAccounts: [
        {
          ...account,
          name: 'bench',
          scopes: [
            'governance.evidence:read',
            'governance.evidence:write',
            'governance.findings:write',
            'governance.submissions:write',
            'webhooks:manage',
          ],
        },
      ],
      evidenceRequirements: [{ requirementKey: 'BKP-01', title: 'Nightly backup' }],
    },
  ],
}

const unlimited = 1_000_000_000
const limits = ['token-read', 'token-write', 'org', 'token-issuance'].map(bucket => `${bucket}=${unlimited}`).join()

type Variables = Readonly<Record<string, string>>

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'))

/** The default environment variables of `npm start`. */
const startDefaults: Variables = Object.fromEntries(
  [...scripts.start.matchAll(/(\w+)=\$\{\1:-(.*?)\}/g)].map(([, name, value]) => [name, value]),
)

/** `BENCH_PROFILE=folder` makes Node write a CPU profile of each server there. */
const profileFolder = process.env.BENCH_PROFILE

/** A temporary folder with a data directory in it; removed at the end. */
export interface Directory extends AsyncDisposable {
  readonly path: string
  /** Starts the server on the data directory. */
  serve(env?: Readonly<Record<string, string>>): Promise<RunningProcess>
}

export const createDirectory = async (): Promise<Directory> => {
  const path = await mkdtemp(join(tmpdir(), 'probata-bench-'))
  // If root starts PostgreSQL, it runs as another user, who needs access to the path.
  await chmod(path, 0o711)
  const baseEnv = {
    ...startDefaults,
    PORT: '0',
    PROBATA_DATA_DIR: join(path, 'data'),
    ...(profileFolder && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` }),
  }
  return {
    path,
    serve: (env = {}) => startProcess(['bin/start.js', 'serve'], { ...baseEnv, ...env }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

/** Requests a token of the account, valid for an hour. */
export const requestToken = async (url: string, { clientId, clientSecret } = account): Promise<string> => {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const response = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { access_token: token } = JSON.parse(await response.text())
  if (typeof token !== 'string') throw new Error('the server issued no token')
  return token
}

/** Signs in and returns the Cookie header of the session; by default as the administrator. */
export const signIn = async ({ url }: Pick<Server, 'url'>, credentials: object = admin): Promise<string> => {
  const headers = { 'content-type': 'application/json', origin: url }
  const response = await fetch(`${url}/api/workspace/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

// Line 5 of postmaster.pid is the folder of the socket (PostgreSQL, "postmaster.pid").
const connectionOf = async (path: string): Promise<ClientConfig> => {
  const lines = (await readFile(join(path, 'data', 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(path, 'data', 'postgres.password'), 'utf8')).trim()
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'probata', password, database: 'probata' }
}

const sqlOf =
  (connection: ClientConfig): Server['sql'] =>
  async (text, values = []) => {
    const client = new pg.Client(connection)
    await client.connect()
    const { rows } = await client.query(text, values).finally(() => client.end())
    return rows
  }

// The settings take effect at the next start of PostgreSQL.
const alterSettings = async (directory: Directory, env: Variables, settings: Variables): Promise<void> => {
  await using _running = await directory.serve(env)
  const sql = sqlOf(await connectionOf(directory.path))
  for (const [name, value] of Object.entries(settings)) await sql(`alter system set ${name} = '${value}'`)
}

/**
 * Starts a server with one organization, three people, a requirement and a service account without rate limits.
 * `settings` are settings of PostgreSQL.
 */
export const startServer = async (env: Variables = {}, settings: Variables = {}): Promise<Server> => {
  await using resources = new AsyncDisposableStack()
  const directory = resources.use(await createDirectory())
  const file = join(directory.path, 'provision.json')
  await writeFile(file, JSON.stringify(provision))
  const serverEnv = { PROBATA_PROVISION: file, PROBATA_RATE_LIMITS: limits, ...env }
  if (Object.keys(settings).length > 0) await alterSettings(directory, serverEnv, settings)
  let running = await directory.serve(serverEnv)
  resources.defer(() => running[Symbol.asyncDispose]())
  let connection = await connectionOf(directory.path)
  const sql: Server['sql'] = (text, values) => sqlOf(connection)(text, values)
  const [organization] = await sql(`select id from organization where slug = 'bench'`)
  const token = await requestToken(running.url)
  const owned = resources.move()
  return {
    get pid() {
      return running.pid
    },
    get url() {
      return running.url
    },
    get port() {
      return running.port
    },
    get connection() {
      return connection
    },
    async restart() {
      await running[Symbol.asyncDispose]()
      running = await directory.serve(serverEnv)
      connection = await connectionOf(directory.path)
    },
    token,
    organizationId: String(organization?.id),
    directory: directory.path,
    sql,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
