import pg from 'pg'
import type { CountersLab } from '#bench/counters/lab.ts'
import { statement } from '#db/statement.ts'

/** Makes a lab's program slower. Disposing of it undoes that. */
type SlowDown = (lab: CountersLab) => Promise<AsyncDisposable>

const undo = (mend: () => unknown): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    await mend()
  },
})

const index = 'audit_event_by_resource'

const dropIndex: SlowDown = async ({ p }) => {
  const [definition] = await p.sql('select indexdef from pg_indexes where indexname = $1', [index])
  await p.sql(`drop index ${index}`)
  return undo(() => p.sql(String(definition?.indexdef)))
}

const extraStatement = statement('test_look_once_more', {}, 'select 1')

/** Adds a query before each read of the program, as if a lookup had been added to the request path. */
const addRoundTrip: SlowDown = async ({ p }) => {
  const { db } = p.system.services
  const { read } = db
  const slower: typeof read = async (bounds, statements, values) => {
    await db.readInstall(extraStatement, {})
    return read(bounds, statements, values)
  }
  Object.assign(db, { read: slower })
  return undo(() => Object.assign(db, { read }))
}

interface Preparing {
  readonly connection: { readonly prepared?: Map<string, unknown> }
}

/** Makes connections forget their prepared statements, as behind a pooler that shares them. */
const losePrepared: SlowDown = async () => {
  const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }
  const { query } = client
  client.query = function (this: Preparing, ...args) {
    this.connection.prepared?.clear()
    return query.apply(this, args)
  }
  return undo(() => {
    client.query = query
  })
}

export const slowDowns: Readonly<Record<string, SlowDown>> = {
  'an index dropped': dropIndex,
  'an extra round trip': addRoundTrip,
  'prepared statements lost': losePrepared,
}
