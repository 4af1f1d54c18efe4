import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import pg from 'pg'
import type { Endpoint } from '#api/endpoint.ts'
import type { Lookup } from '#lib/guarded/resolve.ts'
import { createLog } from '#lib/log.ts'
import { readConfig } from '#src/config.ts'
import { endpoints as declared } from '#src/features.ts'
import { type System, start } from '#src/system.ts'
import { createResponseCheck } from './contract/responses.ts'
import { clientSecret, password, workspace } from './fixture.ts'
import { createTestDatabase } from './postgres.ts'

/** Time that goes on by itself and can be moved ahead. */
export interface TestClock {
  now(): number
  advance(ms: number): void
}

interface CallOptions {
  readonly token?: string
  /** Value of the Cookie header. */
  readonly cookie?: string
  readonly body?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body by asserting on it
  readonly body: any
}

/** A whole Probata in this process, on a database of its own. */
export interface Probata extends AsyncDisposable {
  readonly url: string
  readonly system: System
  readonly clock: TestClock
  /** Connects as the owner of the database, past row-level security. */
  readonly connection: ClientConfig
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A fresh access token of a service account of test/fixture.ts. */
  token(clientId: string, scope?: string): Promise<string>
  /** The Cookie header of a fresh session of a person of test/fixture.ts. */
  signIn(email: string): Promise<string>
  /** Rows of a statement run as the owner of the database. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

interface BootOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The provisioning file; test/fixture.ts when left out, none when null. */
  readonly provision?: object | null
  /** Served beside the program's own. */
  readonly endpoints?: readonly Endpoint[]
  /** A database that the test made, instead of one of its own: shared by two systems, or behind a proxy. */
  readonly database?: ClientConfig
  /** Resolves the names of webhook receivers. */
  readonly lookup?: Lookup
}

// High enough that only the tests of the limits meet them.
const roomyLimits = 'token-read=1000000,token-write=1000000,org=1000000,token-issuance=1000000'
export const testMasterKey = Buffer.alloc(32, 7).toString('base64')

const createClock = (): TestClock => {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms
    },
  }
}

const headersOf = ({ token, cookie, body, key, headers }: CallOptions): Record<string, string> => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(cookie && { cookie }),
  ...(key && { 'idempotency-key': key }),
  ...(body !== undefined &&
    !(body instanceof FormData) &&
    typeof body !== 'string' && { 'content-type': 'application/json' }),
  ...headers,
})

const bodyOf = (body: unknown): string | FormData | null => {
  if (body === undefined) return null
  return typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Starts Probata for a test: real database, real HTTP, a clock to move; jobs run only when the test asks. */
export const boot = async (options: BootOptions = {}): Promise<Probata> => {
  const { env = {}, provision = workspace, endpoints = [], lookup } = options
  await using resources = new AsyncDisposableStack()
  const connection = options.database ?? resources.use(await createTestDatabase()).connection
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-data-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'provision.json')
  if (provision) await writeFile(file, JSON.stringify(provision))
  const config = readConfig({
    PORT: '0',
    PROBATA_DATA_DIR: dataDir,
    PROBATA_MASTER_KEY: testMasterKey,
    PROBATA_ROLES: 'api',
    PROBATA_RATE_LIMITS: roomyLimits,
    ...(provision && { PROBATA_PROVISION: file }),
    ...env,
  })
  const clock = createClock()
  const log = createLog({ level: 'silent' })
  const system = resources.use(await start({ config, log, clock, connection, endpoints, ...(lookup && { lookup }) }))
  const check = createResponseCheck([...declared, ...endpoints])
  const kept = resources.move()

  const call: Probata['call'] = async (method, path, options = {}) => {
    const body = bodyOf(options.body)
    const response = await fetch(system.url + path, { method, headers: headersOf(options), body, redirect: 'manual' })
    const { status, headers } = response
    const text = await response.text()
    const answer = { status, headers, text, body: parse(text) }
    check({ method, url: path, ...answer })
    return answer
  }

  return {
    url: system.url,
    system,
    clock,
    connection,
    call,
    async token(clientId, scope) {
      const credentials = { client_id: clientId, client_secret: clientSecret, ...(scope && { scope }) }
      const { body } = await call('POST', '/api/v1/auth/token', {
        body: { grant_type: 'client_credentials', ...credentials },
      })
      assert.ok(body.access_token, JSON.stringify(body))
      return body.access_token
    },
    async signIn(email) {
      const { headers, text } = await call('POST', '/api/workspace/session', { body: { email, password } })
      const [cookie] = headers.getSetCookie()
      assert.ok(cookie, text)
      return cookie.slice(0, cookie.indexOf(';'))
    },
    async sql(text, values = []) {
      const client = new pg.Client(connection)
      await client.connect()
      const { rows } = await client.query(text, values).finally(() => client.end())
      return rows
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Resolves when so many sessions of the database wait for a lock. */
export const untilBlocked = async ({ sql }: Pick<Probata, 'sql'>, sessions: number): Promise<void> => {
  for (;;) {
    const [row] = await sql(`select count(*)::int as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if (Number(row?.blocked) >= sessions) return
  }
}
