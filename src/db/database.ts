import type { PoolConfig, QueryResultRow } from 'pg'
import pg from 'pg'
import type { Command } from './batch.ts'
import type { BoundCommand } from './bound-command.ts'
import { CommitGroups } from './commit-groups.ts'
import { type Connections, type Taken, watched } from './connections.ts'
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

/** The part of a transaction that a verb sees; its statements are bound to its organization. */
export interface Transaction {
  /** Sends the queued statements together with this one and returns its rows: one round trip. */
  query<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>): Promise<Row[]>
  /**
   * Queues a statement for the next query or for the commit: no round trip of its own. `landed` is called with its rows
   * once the transaction has committed.
   */
  write<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>, landed?: (rows: Row[]) => void): void
  /** Queues a statement for the next query: no round trip of its own. The rows are available after that query. */
  ask<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>): () => Row[]
  /** Binds the transaction to another organization from the next statement on: provisioning creates several. */
  rebind(organizationId: string): void
  /** Runs `act` if and when the transaction has committed, such as clearing a cache of this process. */
  afterCommit(act: () => void): void
}

/** PostgreSQL with every call bound to one organization (row-level security is the second barrier). */
export interface Database extends AsyncDisposable {
  /** One read in one round trip. */
  read<Row, Values>(bounds: ReadBounds, statement: Statement<Row, Values>, values: NoInfer<Values>): Promise<Row[]>
  /** Several reads in one round trip on one connection; returns the rows of each. */
  readTogether(bounds: ReadBounds, reads: readonly Command[]): Promise<QueryResultRow[][]>
  /**
   * Runs `work` in one transaction, which commits when `work` returns and rolls back when it throws. Work that only
   * writes costs one round trip in total, or shares one (CommitGroups). After a serialization failure or a deadlock it
   * runs again, at most 3 times.
   */
  transaction<T>(bounds: ReadBounds, work: (tx: Transaction) => Promise<T> | T): Promise<T>
  /**
   * Runs reads that all see the state committed when the first began, for at most 10 minutes: `work` may pause between
   * them.
   */
  snapshot<T>(bounds: ReadBounds, work: (tx: Pick<Transaction, 'query' | 'ask'>) => Promise<T>): Promise<T>
  /** Statements of several organizations in one round trip and one transaction; returns the rows of each. */
  together(commands: readonly BoundCommand[]): Promise<QueryResultRow[][]>
  /** A read of a directory or an install-wide table, bound to no organization: tenant tables show no rows. */
  readInstall<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>): Promise<Row[]>
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
}

/** The organization id for rows of the install itself. */
export const install = 'install'

const retried: ReadonlySet<string | undefined> = new Set(['40001', '40P01'])
// The server has lost a plan or statement: the connection is not used again.
const spent: ReadonlySet<string | undefined> = new Set(['0A000', '26000', '25P03'])
const isSpent = (error: unknown): boolean =>
  error instanceof DatabaseSilent || error instanceof OutcomeUnknown || spent.has(sqlState(error))

class OpenTransaction implements Transaction {
  #queued: Command[]
  #begun = false
  #taken: Promise<Taken> | undefined
  readonly #afterCommit: (() => void)[] = []
  readonly #connections: Connections
  readonly #groups: CommitGroups
  /** The organization whose commit groups it joins. */
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

  write<Row, Values>(statement: Statement<Row, Values>, values: Values, landed?: (rows: Row[]) => void): void {
    const bound = statement.bind(this.#boundTo, values)
    this.#queued.push({ statement, values: bound, landed: landed as Command['landed'] })
  }

  ask<Row, Values>(statement: Statement<Row, Values>, values: Values): () => Row[] {
    let found: Row[] | undefined
    const answered = (rows: QueryResultRow[]) => {
      found = rows as Row[]
    }
    this.#queued.push({ statement, values: statement.bind(this.#boundTo, values), answered })
    return () => {
      if (!found) throw new Error('no query has been answered since')
      return found
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
    const commands = [...this.#take(), { statement, values: statement.bind(this.#boundTo, values) }]
    if (!this.#begun) commands.unshift({ statement: this.#begin, values: [] })
    this.#begun = true
    const results = await this.#send(commands)
    return (results.at(-1) ?? []) as Row[]
  }

  async commit(): Promise<void> {
    const commands = this.#take()
    if (this.#begun) await this.#send([...commands, { statement: commit, values: [] }], 'commit')
    else this.#land(commands, await this.#groups.commit(this.#organizationId, commands))
    for (const act of this.#afterCommit) act()
  }

  async rollback(): Promise<void> {
    if (this.#begun) await this.#send([{ statement: rollback, values: [] }])
  }

  /** Releases the connection, if there is one; a broken one is closed instead. */
  async release(broken: boolean): Promise<void> {
    const taken = await this.#taken?.catch(() => undefined)
    taken?.release(broken)
  }

  // The connection is taken when the first statement is sent. If taken at the start, it would block work that also
  // reads outside its transaction: 12 such simultaneous changes would wait for each other.
  async #send(commands: readonly Command[], way: 'send' | 'commit' = 'send'): Promise<QueryResultRow[][]> {
    this.#taken ??= this.#connections.connect(purposeOf(commands))
    const results = await this.#connections[way]((await this.#taken).client, commands)
    this.#land(commands, results)
    return results
  }

  #land(commands: readonly Command[], results: readonly QueryResultRow[][]): void {
    for (const [i, { answered, landed }] of commands.entries()) {
      const rows = results[i] ?? []
      answered?.(rows)
      if (landed) this.#afterCommit.push(() => landed(rows))
    }
  }

  #take(): Command[] {
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
  // A page's custom plan looks cheaper than its generic one at each execution, so it would be replanned each time, for
  // 0.2 ms.
  plan_cache_mode: 'force_generic_plan',
}

/** Opens a pool of the program's login, which cannot bypass row-level security; `failed` is called with every error. */
export const openDatabase = (given: PoolConfig, onIdleError: (error: Error) => void, failed = ignore): Database => {
  // pg's own limit does not cover batches; the watchdog enforces it.
  const { query_timeout: _, ...config } = given
  const settings = {
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    ...config,
    // Detects a dead peer after 20 s; the watchdog detects one that is merely silent.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const pool = new pg.Pool(sessionOf(settings, poolSettings))
  pool.on('error', onIdleError)
  // The pool listens only to idle clients. A connection that dies in use rejects its statement and also emits an event,
  // which would end the process without a listener.
  pool.on('connect', client => client.on('error', () => undefined))

  const watchdog = new Watchdog(given, failed)
  const shares = new FairShare(pool.options.max)
  const connections = watched(pool, watchdog, shares)

  const send = async (commands: readonly Command[], way: 'send' | 'commit' = 'send'): Promise<QueryResultRow[][]> => {
    const { client, release } = await connections.connect(purposeOf(commands))
    let failure: unknown
    try {
      return await connections[way](client, commands)
    } catch (error) {
      failure = error
      throw error
    } finally {
      release(isSpent(failure))
    }
  }

  const groups = new CommitGroups(commands => send(commands, 'commit'))

  const once = async <T>(
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
      // A connection that could not be rolled back would carry this transaction into the next.
      broken =
        isSpent(error) ||
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
    const asked = { statement, values: statement.bind(organizationOf(bounds), values) }
    const [rows = []] = await readTogether(bounds, [asked])
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
      once(
        bounds,
        tx => {
          tx.write(takeTime, {})
          return work({
            query: (asked, values) => tx.query(asked, values),
            ask: (asked, values) => tx.ask(asked, values),
          })
        },
        beginSnapshot,
      ),
    async transaction(bounds, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(bounds, work)
        } catch (error) {
          if (attempt === 3 || !retried.has(sqlState(error))) throw error
        }
      }
    },
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount + shares.waiting }
    },
    async [Symbol.asyncDispose]() {
      // The pool does not wait for its connections to be closed, and PostgreSQL may stop before they are.
      watchdog[Symbol.dispose]()
      pool.off('error', onIdleError).on('error', () => undefined)
      await pool.end()
    },
  }
}
