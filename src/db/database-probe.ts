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
  /** Checks the database within about 2 s. Never rejects. */
  look(): Promise<DatabaseState>
}

interface ServerState {
  readonly version: string
  readonly read_only: boolean
}

const timeoutMs = 2000
const spillIntervalMs = 5000
const settings = { statement_timeout: '2s', work_mem: '64kB', search_path: 'pg_catalog,pg_temp' }

const stateSql = `select current_setting('server_version') as version,
  pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`

// Counts 1 MB of text with a work_mem of 64 kB, which spills to a file beside the database. A full disk thus yields
// SQLSTATE 53100. It needs no privileges, writes no WAL and takes 3 ms.
const spillSql = `select count(*) from unnest(array_fill(repeat('0', 1500), array[700])) as line`

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
  const state = states.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable'
  return { state, ...(code && { code }) }
}

/**
 * Whether the session may hang and must be closed: an error that the server sent is a response, so the session still
 * works.
 */
const isHanging = (error: unknown): boolean => !(error instanceof pg.DatabaseError)

/**
 * Creates a probe with its own connection, opened on demand, so that neither an exhausted pool nor a lock delays it. A
 * check costs the database 0.1 ms; every 5 s, and after a failure, it also writes a file.
 */
export const createDatabaseProbe = (connection: ClientConfig): DatabaseProbe => {
  let client: pg.Client | undefined
  let spilledAt = Number.NEGATIVE_INFINITY
  let checkInProgress: Promise<DatabaseState> | undefined

  const open = async (): Promise<pg.Client> => {
    const health = { application_name: 'probata health', connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
    const fresh = new pg.Client(sessionOf({ ...connection, ...health }, settings))
    fresh.on('error', () => drop(fresh))
    fresh.on('end', () => drop(fresh))
    await fresh.connect()
    return fresh
  }

  const drop = (dropped = client): void => {
    if (client === dropped) client = undefined
    // Does not wait for the close, because a server that does not respond never confirms it.
    void dropped?.end().catch(() => undefined)
  }

  const check = async (): Promise<DatabaseState> => {
    client ??= await open()
    const { rows } = await client.query<ServerState>(stateSql)
    const { version = '', read_only = false } = rows[0] ?? {}
    if (read_only) return { state: 'read_only', code: '25006', version }
    if (performance.now() - spilledAt > spillIntervalMs) {
      await client.query(spillSql)
      spilledAt = performance.now()
    }
    return { state: 'ok', version }
  }

  const checkTwice = async (retry: boolean): Promise<DatabaseState> => {
    const previous = client
    try {
      return await check()
    } catch (error) {
      spilledAt = Number.NEGATIVE_INFINITY
      if (isHanging(error)) drop()
      // The cached connection may have been closed long before this check.
      const hadEnded = previous && !client && codeOf(error) !== 'ETIMEDOUT'
      return hadEnded && retry ? checkTwice(false) : toState(error)
    }
  }

  return {
    look() {
      checkInProgress ??= checkTwice(true).finally(() => {
        checkInProgress = undefined
      })
      return checkInProgress
    },
    async [Symbol.asyncDispose]() {
      await checkInProgress
      drop()
    },
  }
}
