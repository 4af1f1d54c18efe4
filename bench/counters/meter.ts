import { getHeapStatistics } from 'node:v8'
import pg from 'pg'
import type { Database } from '#db/database.ts'
import type { Probata } from '#test/system.ts'

/** What is counted of one piece of work. None of it depends on how fast the machine is. */
export const columns = Object.freeze([
  /** Statements that PostgreSQL executed, those that begin and bind a transaction included. */
  'statements',
  /** Round trips to PostgreSQL. */
  'trips',
  /** Statements that PostgreSQL parsed again on a connection that had them, or could have prepared them. */
  'parsed',
  /** Rows inserted, updated and deleted. */
  'written',
  /** Rows of the program's tables that scans went through, and entries of their indexes. */
  'read',
  /** Bytes of the answers, with their heads. */
  'sent',
  /** Bytes of the write-ahead log, without images of pages. */
  'wal',
  /** Pages of 8 KiB that statements asked for. */
  'buffers',
  /** KiB that the program's thread allocated. */
  'allocated',
] as const)

export type Column = (typeof columns)[number]

export type Counts = Readonly<Record<Column, number>>

export interface Meter {
  /** Counts what `work` takes, with what it leaves behind for the program to do at once; it returns the bytes sent. */
  measure(work: () => Promise<number>): Promise<Counts>
}

/** The messages of the protocol that matter here, as pg's connection sends them. */
interface Wire {
  sync(): void
  query(text: string): void
  parse(query: { readonly name?: string }): void
}

const sent = { trips: 0, parsed: 0 }
const clients = new Set<pg.Client>()

// Every connection of this process is counted; the meter's own are closed to statements while work is measured.
const count = (): void => {
  const wire = pg.Connection.prototype as unknown as Wire
  const { sync, query, parse } = wire
  wire.sync = function (this: Wire) {
    sent.trips++
    sync.call(this)
  }
  wire.query = function (this: Wire, text) {
    sent.trips++
    sent.parsed++
    query.call(this, text)
  }
  const parsedBy = new WeakMap<Wire, Set<string>>()
  wire.parse = function (this: Wire, asked) {
    const { name = '' } = asked
    const known = parsedBy.get(this) ?? new Set()
    parsedBy.set(this, known)
    // The first time that a connection prepares a statement of the program is no loss.
    if (name === '' || known.has(name)) sent.parsed++
    known.add(name)
    parse.call(this, asked)
  }
  const client = pg.Client.prototype as unknown as { connect(...args: unknown[]): unknown }
  const { connect } = client
  client.connect = function (this: pg.Client, ...args) {
    clients.add(this)
    this.once('end', () => clients.delete(this))
    return connect.apply(this, args)
  }
}
count()

const flush = 'select pg_stat_force_next_flush()'

const totalsSql = `
  select s.*, t.* from
    (select coalesce(sum(calls), 0) as statements, coalesce(sum(wal_bytes), 0) as wal,
            coalesce(sum(shared_blks_hit + shared_blks_read), 0) as buffers
       from pg_stat_statements s join pg_roles r on r.oid = s.userid
      where toplevel and rolname <> current_user and query not like '%pg_stat_force_next_flush%') s,
    (select coalesce(sum(seq_tup_read), 0) + (select sum(idx_tup_read) from pg_stat_user_indexes) as read,
            sum(n_tup_ins + n_tup_upd + n_tup_del) as written from pg_stat_user_tables) t`

const totalsOf = async ({ sql }: Probata) => {
  const [row] = await sql(totalsSql)
  const number = (name: string): number => Number(row?.[name])
  return {
    ...{ statements: number('statements'), wal: number('wal'), buffers: number('buffers') },
    ...{ read: number('read'), written: number('written') },
  }
}

/** Resolves when no connection has been in use for a few turns of the event loop: also for what goes on after an answer. */
const settled = async (db: Database): Promise<void> => {
  for (let quiet = 0; quiet < 3; ) {
    await new Promise(resolve => setTimeout(resolve, 2))
    const { total, idle, waiting } = db.pool
    quiet = idle === total && waiting === 0 ? quiet + 1 : 0
  }
}

export const createMeter = (p: Probata): Meter => {
  const { db } = p.system.services
  const program = () => [...clients].filter(({ user }) => user !== p.connection.user)
  const totals = async () => {
    await settled(db)
    // Each session keeps what it counted for up to a second.
    await Promise.all(program().map(client => client.query(flush)))
    return totalsOf(p)
  }
  return {
    async measure(work) {
      const before = await totals()
      sent.trips = 0
      sent.parsed = 0
      const allocated = getHeapStatistics().total_allocated_bytes
      const bytes = await work()
      await settled(db)
      const { trips, parsed } = sent
      const kib = (getHeapStatistics().total_allocated_bytes - allocated) / 1024
      const after = await totals()
      return {
        ...{ statements: after.statements - before.statements, trips, parsed },
        ...{ read: after.read - before.read, written: after.written - before.written, sent: bytes },
        ...{ wal: after.wal - before.wal, buffers: after.buffers - before.buffers, allocated: Math.round(kib) },
      }
    },
  }
}
