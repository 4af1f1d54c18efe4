import type { PoolConfig, QueryResultRow } from 'pg'
import pg from 'pg'
import type { Command } from './batch.ts'
import type { BoundCommand } from './bound-command.ts'
import { CommitGroups } from './commit-groups.ts'
import { type AcquiredConnection, type Connections, createConnections } from './connections.ts'
import { FairShare } from './fair-share.ts'
import {
  begin,
  beginSnapshot,
  bind,
  bindRead,
  commit,
  organizationOf,
  purposeOf,
  type ReadBounds,
  rollback,
  takeTime,
} from './framing.ts'
import { OutcomeUnknown } from './outcome.ts'
import { sessionOf } from './session.ts'
import { sqlState } from './sql-error.ts'
import type { Prepared, Statement } from './statement.ts'
import { DatabaseSilent, Watchdog } from './watchdog.ts'

/** A transaction as operations see it. Its statements are bound to its organization. */
export interface Transaction {
  /** Sends the queued statements together with this one and returns its rows: one round trip. */
  query<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>): Promise<Row[]>
  /**
   * Queues a statement for the next query or for the commit, without its own round trip. Calls `onCommit` with its rows
   * after the transaction has committed.
   */
  write<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>, onCommit?: (rows: Row[]) => void): void
  /** Queues a statement for the next query, without its own round trip. The rows are available after that query. */
  ask<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>): () => Row[]
  /** Binds further statements to another organization, because provisioning creates several in one transaction. */
  rebind(organizationId: string): void
  /** Runs `act` after the commit, for example to clear a cache of this process. */
  afterCommit(act: () => void): void
}

/** Access to PostgreSQL, with every call bound to one organization. Row-level security is a second barrier. */
export interface Database extends AsyncDisposable {
  /** Reads in one round trip. */
  read<Row, Values>(bounds: ReadBounds, statement: Statement<Row, Values>, values: NoInfer<Values>): Promise<Row[]>
  /** Sends several reads in one round trip on one connection; returns the rows of each. */
  readTogether(bounds: ReadBounds, reads: readonly Command[]): Promise<QueryResultRow[][]>
  /**
   * Runs `work` in one transaction, which commits when `work` returns and rolls back when it throws. Work that only
   * writes needs one round trip, which it may share with other transactions (CommitGroups). After a serialization
   * failure or a deadlock, `work` runs again, at most 3 times in total.
   */
  transaction<T>(bounds: ReadBounds, work: (tx: Transaction) => Promise<T> | T): Promise<T>
  /**
   * Runs reads that all see the state committed when the first one began. `work` may pause between reads, for at most
   * 10 minutes.
   */
  snapshot<T>(bounds: ReadBounds, work: (tx: Pick<Transaction, 'query' | 'ask'>) => Promise<T>): Promise<T>
  /** Sends statements of several organizations in one round trip and one transaction; returns the rows of each. */
  together(commands: readonly BoundCommand[]): Promise<QueryResultRow[][]>
  /** Reads install-wide tables or calls directory functions, without an organization; tenant tables show no rows. */
  readInstall<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>): Promise<Row[]>
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
}

/** The organization id for rows of the install itself. */
export const install = 'install'

const retriedStates: ReadonlySet<string | undefined> = new Set(['40001', '40P01'])
// The server has lost a cached plan, a prepared statement or the transaction, so the connection is unusable.
const unusableStates: ReadonlySet<string | undefined> = new Set(['0A000', '26000', '25P03'])
const isUnusable = (error: unknown): boolean =>
  error instanceof DatabaseSilent || error instanceof OutcomeUnknown || unusableStates.has(sqlState(error))

class OpenTransaction implements Transaction {
  #queued: Command[]
  #hasBegun = false
  #connection: Promise<AcquiredConnection> | undefined
  readonly #afterCommit: (() => void)[] = []
  readonly #connections: Connections
  readonly #groups: CommitGroups
  /** The organization whose commit groups the transaction joins. */
  readonly #organizationId: string
  /** The organization that statements are bound to. */
  #boundTo: string
  readonly #begin: Prepared

  constructor(connections: Connections, groups: CommitGroups, bounds: ReadBounds, opening: Prepared = begin) {
    this.#connections = connections
    this.#groups = groups
    this.#organizationId = organizationOf(bounds)
    this.#boundTo = this.#organizationId
    this.#begin = opening
    this.#queued = [bind(bounds)]
  }

  write<Row, Values>(statement: Statement<Row, Values>, values: Values, onCommit?: (rows: Row[]) => void): void {
    const bound = statement.bind(this.#boundTo, values)
    this.#queued.push({ statement, values: bound, onCommitted: onCommit as Command['onCommitted'] })
  }

  ask<Row, Values>(statement: Statement<Row, Values>, values: Values): () => Row[] {
    let result: Row[] | undefined
    const onRows = (rows: QueryResultRow[]) => {
      result = rows as Row[]
    }
    this.#queued.push({ statement, values: statement.bind(this.#boundTo, values), onRows })
    return () => {
      if (!result) throw new Error('no query has been answered since')
      return result
    }
  }

  rebind(organizationId: string): void {
    this.#boundTo = organizationId
    this.#queued.push(bind(organizationId))
  }

  afterCommit(act: () => void): void {
    this.#afterCommit.push(act)
  }

  async query<Row, Values>(statement: Statement<Row, Values>, values: Values): Promise<Row[]> {
    const commands = [...this.#takeQueue(), { statement, values: statement.bind(this.#boundTo, values) }]
    if (!this.#hasBegun) commands.unshift({ statement: this.#begin, values: [] })
    this.#hasBegun = true
    const results = await this.#send(commands)
    return (results.at(-1) ?? []) as Row[]
  }

  async commit(): Promise<void> {
    const commands = this.#takeQueue()
    if (this.#hasBegun) await this.#send([...commands, { statement: commit, values: [] }], 'commit')
    else this.#deliver(commands, await this.#groups.commit(this.#organizationId, commands))
    for (const act of this.#afterCommit) act()
  }

  async rollback(): Promise<void> {
    if (this.#hasBegun) await this.#send([{ statement: rollback, values: [] }])
  }

  /** Releases the connection if the transaction has one; closes a broken one instead. */
  async release(broken: boolean): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined)
    connection?.release(broken)
  }

  // Acquires a connection only for the first statement. A change may also read outside its transaction; if it already
  // held a connection then, 12 concurrent changes would each hold one and wait for a second.
  async #send(commands: readonly Command[], method: 'send' | 'commit' = 'send'): Promise<QueryResultRow[][]> {
    this.#connection ??= this.#connections.connect(purposeOf(commands))
    const results = await this.#connections[method]((await this.#connection).client, commands)
    this.#deliver(commands, results)
    return results
  }

  #deliver(commands: readonly Command[], results: readonly QueryResultRow[][]): void {
    for (const [i, { onRows, onCommitted }] of commands.entries()) {
      const rows = results[i] ?? []
      onRows?.(rows)
      if (onCommitted) this.#afterCommit.push(() => onCommitted(rows))
    }
  }

  #takeQueue(): Command[] {
    const queued = this.#queued
    this.#queued = []
    return queued
  }
}

const ignore = (_error: unknown): void => undefined

/** The settings of the pool's sessions. */
export const poolSettings = {
  lock_timeout: '10s',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  // PostgreSQL always estimates custom plans for pages of a list as cheaper than generic plans. Without this setting it
  // would replan at each execution, which takes 0.2 ms.
  plan_cache_mode: 'force_generic_plan',
}

/** Opens a pool for the program's login, which cannot bypass row-level security. Calls `onError` with every error. */
export const openDatabase = (config: PoolConfig, onIdleError: (error: Error) => void, onError = ignore): Database => {
  // pg's own limit does not cover batches; the watchdog enforces it.
  const { query_timeout: _, ...poolConfig } = config
  const settings = {
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    ...poolConfig,
    // Detects a dead peer after 20 s; the watchdog detects a server that does not respond.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const pool = new pg.Pool(sessionOf(settings, poolSettings))
  pool.on('error', onIdleError)
  // The pool listens only to idle clients. A connection that dies in use rejects its statement and also emits `error`,
  // which would end the process without a listener.
  pool.on('connect', client => client.on('error', () => undefined))

  const watchdog = new Watchdog(config, onError)
  const shares = new FairShare(pool.options.max)
  const connections = createConnections(pool, watchdog, shares)

  const send = async (commands: readonly Command[], method: 'send' | 'commit' = 'send') => {
    const { client, release } = await connections.connect(purposeOf(commands))
    let failure: unknown
    try {
      return await connections[method](client, commands)
    } catch (error) {
      failure = error
      throw error
    } finally {
      release(isUnusable(failure))
    }
  }

  const groups = new CommitGroups(commands => send(commands, 'commit'))

  const runOnce = async <T>(
    bounds: ReadBounds,
    work: (tx: Transaction) => Promise<T> | T,
    opening?: Prepared,
  ): Promise<T> => {
    const tx = new OpenTransaction(connections, groups, bounds, opening)
    let broken = false
    try {
      const result = await work(tx)
      await tx.commit()
      return result
    } catch (error) {
      // If the rollback fails, the connection still has this transaction open and must not be reused.
      broken =
        isUnusable(error) ||
        (await tx.rollback().then(
          () => false,
          () => true,
        ))
      throw error
    } finally {
      await tx.release(broken)
    }
  }

  const readTogether = async (bounds: ReadBounds, reads: readonly Command[]) =>
    (await send([bindRead(bounds), ...reads])).slice(1)

  const read = async <Row, Values>(bounds: ReadBounds, statement: Statement<Row, Values>, values: Values) => {
    const command = { statement, values: statement.bind(organizationOf(bounds), values) }
    const [rows = []] = await readTogether(bounds, [command])
    return rows as Row[]
  }

  return {
    read,
    readTogether,
    async together(commands) {
      const bound = commands.flatMap(({ organizationId, statement, values }) => [
        bind(organizationId),
        { statement, values },
      ])
      const results = await send(bound, 'commit')
      return results.filter((_, i) => i % 2 === 1)
    },
    readInstall: (statement, values) => read(install, statement, values),
    snapshot: (bounds, work) =>
      runOnce(
        bounds,
        tx => {
          tx.write(takeTime, {})
          return work({
            query: (statement, values) => tx.query(statement, values),
            ask: (statement, values) => tx.ask(statement, values),
          })
        },
        beginSnapshot,
      ),
    async transaction(bounds, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(bounds, work)
        } catch (error) {
          if (attempt === 3 || !retriedStates.has(sqlState(error))) throw error
        }
      }
    },
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount + shares.waiting }
    },
    async [Symbol.asyncDispose]() {
      // Ignores errors from now on: the pool does not wait for its connections to close, and PostgreSQL may stop first.
      watchdog[Symbol.dispose]()
      pool.off('error', onIdleError).on('error', () => undefined)
      await pool.end()
    },
  }
}
