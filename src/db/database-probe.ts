import pg, { type ClientConfig } from 'pg'
import { sessionOf } from './session.ts'
import { sqlState } from './sql-error.ts'

export interface DatabaseState {
  readonly state: 'ok' | 'read_only' | 'full' | 'silent' | 'unreachable'
  /** SQLSTATE, or a system error code. */
  readonly code?: string
  readonly version?: string
}

/** Checks whether the database accepts changes. */
export interface DatabaseProbe extends AsyncDisposable {
  /** Returns within about 2 s. Never rejects. */
  look(): Promise<DatabaseState>
}

interface Seen {
  readonly version: string
  readonly read_only: boolean
}

const limit = 2000
const spillEvery = 5000
const settings = { statement_timeout: '2s', work_mem: '64kB', search_path: 'pg_catalog,pg_temp' }

const ask = `select current_setting('server_version') as version,
  pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`

// 1 MB with a working memory of 64 kB, so it spills to a file next to the database: a full disk yields SQLSTATE 53100.
// It needs no privileges, writes no WAL and takes 3 ms.
const spill = `select count(*) from unnest(array_fill(repeat('0', 1500), array[700])) as line`

const states: readonly (readonly [RegExp, DatabaseState['state']])[] = [
  [/^(53100|ENOSPC)$/, 'full'],
  [/^25006$/, 'read_only'],
  [/^(ETIMEDOUT|57014)$/, 'silent'],
  [/^/, 'unreachable'],
]

const codeOf = (error: unknown): string =>
  sqlState(error) ?? (error instanceof Error && /timeout/i.test(error.message) ? 'ETIMEDOUT' : '')

const toState = (error: unknown): DatabaseState => {
  const code = codeOf(error)
  const state = states.find(([shape]) => shape.test(code))?.[1] ?? 'unreachable'
  return { state, ...(code && { code }) }
}

/**
 * Whether the session hangs and must be closed: a session that ended emits an event, and an error of the server is an
 * answer.
 */
const isSpent = (error: unknown): boolean => !(error instanceof pg.DatabaseError)

/**
 * Uses its own connection, opened on demand: neither an exhausted pool nor a lock delays it. A check costs the database
 * 0.1 ms; every 5 s, and while something is wrong, it also writes a file.
 */
export const createDatabaseProbe = (connection: ClientConfig): DatabaseProbe => {
  let client: pg.Client | undefined
  let spilledAt = Number.NEGATIVE_INFINITY
  let looking: Promise<DatabaseState> | undefined

  const open = async (): Promise<pg.Client> => {
    const health = { application_name: 'probata health', connectionTimeoutMillis: limit, query_timeout: limit }
    const opened = new pg.Client(sessionOf({ ...connection, ...health }, settings))
    opened.on('error', () => drop(opened))
    opened.on('end', () => drop(opened))
    await opened.connect()
    return opened
  }

  const drop = (one = client): void => {
    if (client === one) client = undefined
    // Not awaited: a silent server does not confirm.
    void one?.end().catch(() => undefined)
  }

  const question = async (): Promise<DatabaseState> => {
    client ??= await open()
    const { rows } = await client.query<Seen>(ask)
    const { version = '', read_only = false } = rows[0] ?? {}
    if (read_only) return { state: 'read_only', code: '25006', version }
    if (performance.now() - spilledAt > spillEvery) {
      await client.query(spill)
      spilledAt = performance.now()
    }
    return { state: 'ok', version }
  }

  const look = async (again: boolean): Promise<DatabaseState> => {
    const was = client
    try {
      return await question()
    } catch (error) {
      spilledAt = Number.NEGATIVE_INFINITY
      if (isSpent(error)) drop()
      // A cached connection may have ended long ago.
      const ended = was && !client && codeOf(error) !== 'ETIMEDOUT'
      return ended && again ? look(false) : toState(error)
    }
  }

  return {
    look() {
      looking ??= look(true).finally(() => {
        looking = undefined
      })
      return looking
    },
    async [Symbol.asyncDispose]() {
      await looking
      drop()
    },
  }
}
