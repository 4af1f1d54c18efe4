import pg from 'pg'
import type { CountersLab } from '#bench/counters/lab.ts'
import { statement } from '#db/statement.ts'

/** Slows down the program of a lab until the returned resource is disposed of. */
type SlowDown = (lab: CountersLab) => Promise<AsyncDisposable>

const onDispose = (restore: () => unknown): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    await restore()
  },
})

const index = 'audit_event_by_resource'

const dropIndex: SlowDown = async ({ p }) => {
  const [definition] = await p.sql('select indexdef from pg_indexes where indexname = $1', [index])
  await p.sql(`drop index ${index}`)
  return onDispose(() => p.sql(String(definition?.indexdef)))
}

const extraStatement = statement('test_look_once_more', {}, 'select 1')

/** Adds a query before each read of the program, as if a lookup had been added to the request path. */
const addRoundTrip: SlowDown = async ({ p }) => {
  const { db } = p.system.services
  const { read } = db
  const slowRead: typeof read = async (bounds, statements, values) => {
    await db.readInstall(extraStatement, {})
    return read(bounds, statements, values)
  }
  Object.assign(db, { read: slowRead })
  return onDispose(() => Object.assign(db, { read }))
}

interface PreparingClient {
  readonly connection: { readonly prepared?: Map<string, unknown> }
}

/** Makes connections forget their prepared statements, as if behind a pooler that shares connections. */
const forgetPreparedStatements: SlowDown = async () => {
  const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }
  const { query } = client
  client.query = function (this: PreparingClient, ...args) {
    this.connection.prepared?.clear()
    return query.apply(this, args)
  }
  return onDispose(() => {
    client.query = query
  })
}

export const slowDowns: Readonly<Record<string, SlowDown>> = {
  'an index dropped': dropIndex,
  'an extra round trip': addRoundTrip,
  'prepared statements lost': forgetPreparedStatements,
}
