import { Session } from 'node:inspector/promises'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import pg from 'pg'
import type { Database } from '#db/database.ts'
import type { Probata } from '#test/system.ts'

/** The counts for one piece of work. None depends on the speed of the machine. */
export const columns = Object.freeze([
  /** Statements that PostgreSQL executed, including those that begin and bind a transaction. */
  'statements',
  /** Round trips to PostgreSQL. */
  'trips',
  /** Statements that PostgreSQL parsed although the connection had already prepared them, or could have. */
  'parsed',
  /** Rows inserted, updated and deleted. */
  'written',
  /** Rows of the program's tables, and entries of their indexes, that scans visited. */
  'read',
  /** Bytes of the responses, including their headers. */
  'sent',
  /** Bytes of the write-ahead log, without page images. */
  'wal',
  /** Pages of 8 KiB that statements requested. */
  'buffers',
  /** KiB that the program's thread allocated. */
  'allocated',
] as const)

export type Column = (typeof columns)[number]

export type Counts = Readonly<Record<Column, number>>

export interface Meter {
  /**
   * Removes dead rows: scans read their index entries until one marks them, which it may not do while an older
   * transaction is open. Statements on their tables are replanned afterwards.
   */
  removeDeadRows(): Promise<void>
  /**
   * Counts the cost of `work`, including the immediate work that it leaves to the program; `work` returns the bytes
   * sent.
   */
  measure(work: () => Promise<number>): Promise<Counts>
}

/** The relevant messages of the protocol, as pg's connection sends them. */
interface Wire {
  sync(): void
  query(text: string): void
  parse(query: { readonly name?: string }): void
}

const clientCounts = { trips: 0, parsed: 0 }
const clients = new Set<pg.Client>()

// Counts every connection of this process; the meter's own connections are not used while work is measured.
const countClientCalls = (): void => {
  const wire = pg.Connection.prototype as unknown as Wire
  const { sync, query, parse } = wire
  wire.sync = function (this: Wire) {
    clientCounts.trips++
    sync.call(this)
  }
  wire.query = function (this: Wire, text) {
    clientCounts.trips++
    clientCounts.parsed++
    query.call(this, text)
  }
  const parsedNames = new WeakMap<Wire, Set<string>>()
  wire.parse = function (this: Wire, parsedQuery) {
    const { name = '' } = parsedQuery
    const names = parsedNames.get(this) ?? new Set()
    parsedNames.set(this, names)
    // Preparing a statement for the first time on a connection requires parsing it, so this does not count.
    if (name === '' || names.has(name)) clientCounts.parsed++
    names.add(name)
    parse.call(this, parsedQuery)
  }
  const client = pg.Client.prototype as unknown as { connect(...args: unknown[]): unknown }
  const { connect } = client
  client.connect = function (this: pg.Client, ...args) {
    clients.add(this)
    this.once('end', () => clients.delete(this))
    return connect.apply(this, args)
  }
}
countClientCalls()

const flush = 'select pg_stat_force_next_flush()'

// Does not select the texts of statements, which PostgreSQL would read from a file.
const totalsSql = `
  select s.*, t.* from
    (select coalesce(sum(calls), 0) as statements, coalesce(sum(wal_bytes), 0) as wal,
            coalesce(sum(shared_blks_hit + shared_blks_read), 0) as buffers
       from pg_stat_statements(false) where toplevel and userid <> current_user::regrole) s,
    (select sum(pg_stat_get_tuples_returned(oid)) as read,
            sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid))
              as written
       from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace) t`

const readTotals = async ({ sql }: Probata) => {
  const [row] = await sql(totalsSql)
  const numberOf = (name: string): number => Number(row?.[name])
  return {
    ...{ statements: numberOf('statements'), wal: numberOf('wal'), buffers: numberOf('buffers') },
    ...{ read: numberOf('read'), written: numberOf('written') },
  }
}

/**
 * Resolves when no connection has been in use for a few turns of the event loop, so that work that continues after a
 * response is counted as well.
 */
const untilIdle = async (db: Database): Promise<void> => {
  for (let quietTurns = 0; quietTurns < 2; ) {
    await new Promise(resolve => setTimeout(resolve, 1))
    const { total, idle, waiting } = db.pool
    quietTurns = idle === total && waiting === 0 ? quietTurns + 1 : 0
  }
}

// Code that V8 optimizes or discards in the meantime also allocates, at moments that depend on the machine.
setFlagsFromString('--no-opt --no-maglev --no-flush-bytecode')

/**
 * While V8 samples, it allocates memory in pieces of a KiB, and its total is accurate; otherwise the total is off by a
 * quarter of a MiB.
 */
const startSampling = async (): Promise<() => number> => {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', { samplingInterval: 1024 })
  return () => getHeapStatistics().total_allocated_bytes / 1024
}

const deadRowsSql =
  'select oid::regclass::text as name from pg_class where relkind = $1 and pg_stat_get_dead_tuples(oid) > 0'

export const createMeter = async (p: Probata): Promise<Meter> => {
  const { db, scimLog } = p.system.services
  const allocated = await startSampling()
  let flushes = 0
  // Each session may keep its counts for up to a second before it reports them.
  const flushStatistics = async (): Promise<void> => {
    const programClients = [...clients].filter(({ user }) => user !== p.connection.user)
    const results = await Promise.allSettled(programClients.map(client => client.query(flush)))
    flushes += results.filter(({ status }) => status === 'fulfilled').length
  }
  const totals = async () => {
    await flushStatistics()
    await p.sql(flush)
    const { statements, ...rest } = await readTotals(p)
    return { ...rest, statements: statements - flushes }
  }
  return {
    async removeDeadRows() {
      await flushStatistics()
      const tables = (await p.sql(deadRowsSql, ['r'])).map(({ name }) => name)
      if (tables.length > 0) await p.sql(`vacuum (truncate off) ${tables.join(', ')}`)
    },
    async measure(work) {
      // Without this flush, the log would be written every few seconds, during unrelated measurements.
      await scimLog.flush()
      await untilIdle(db)
      const before = await totals()
      clientCounts.trips = 0
      clientCounts.parsed = 0
      const allocatedBefore = allocated()
      const bytes = await work()
      await untilIdle(db)
      const counts = {
        trips: clientCounts.trips,
        parsed: clientCounts.parsed,
        sent: bytes,
        allocated: allocated() - allocatedBefore,
      }
      const after = await totals()
      return {
        ...counts,
        ...{ statements: after.statements - before.statements, wal: after.wal - before.wal },
        ...{ read: after.read - before.read, written: after.written - before.written },
        buffers: after.buffers - before.buffers,
      }
    },
  }
}
