import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { createLog } from '#lib/log.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { until } from '#test/until.ts'
import { holdNodeLease } from './node-lease.ts'

const noon = Date.parse('2026-03-01T12:00:00.000Z')

const open = async () => {
  await using resources = new AsyncDisposableStack()
  const { connection } = resources.use(await createTestDatabase())
  const client = new pg.Client(connection)
  await client.connect()
  resources.defer(() => client.end())
  const db = resources.use(openDatabase(connection, () => {}))
  const time = { now: noon }
  const log = createLog({ level: 'silent', destination: new PassThrough() })
  const opened = resources.move()
  return {
    services: { db, clock: { now: () => time.now }, log },
    time,
    sql: async (text: string) => (await client.query(text)).rows,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('a node renews its lease until it stops', async t => {
  await using opened = await open()
  const { services, time, sql } = opened
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lease = await holdNodeLease(services, { nodeId: 'nod_one', alone: false })
  assert.deepEqual(await sql('select * from node'), [{ id: 'nod_one', lease_until: new Date(noon + 15_000) }])
  time.now += 5000
  t.mock.timers.tick(5000)
  const renewed = `select from node where lease_until = '${new Date(noon + 20_000).toISOString()}'`
  await until('renewed', async () => (await sql(renewed)).length > 0)
  await lease[Symbol.asyncDispose]()
  assert.deepEqual(await sql('select * from node'), [])
})

test('a process that runs alone forgets dead nodes and makes every job due; one of several does not', async () => {
  await using opened = await open()
  const { services, sql } = opened
  const leases = `select lease_owner, next_run_at from job where name = 'sweep'`
  await sql(`insert into node values ('nod_dead', '2026-03-01T12:00:10Z')`)
  await sql(`insert into job values ('sweep', '2026-03-01T13:00:00Z', 'jrn_dead', '2026-03-01T12:00:20Z')`)
  await sql(`insert into job values ('late', '2026-03-01T09:00:00Z')`)
  await using _among = await holdNodeLease(services, { nodeId: 'nod_two', alone: false })
  assert.deepEqual(await sql(leases), [{ lease_owner: 'jrn_dead', next_run_at: new Date('2026-03-01T13:00:00Z') }])
  assert.equal((await sql('select from node')).length, 2)
  await using _alone = await holdNodeLease(services, { nodeId: 'nod_three', alone: true })
  assert.deepEqual(await sql(leases), [{ lease_owner: null, next_run_at: new Date(noon) }])
  assert.deepEqual(await sql('select id from node'), [{ id: 'nod_three' }])
  const [late] = await sql(`select next_run_at from job where name = 'late'`)
  assert.deepEqual(
    late,
    { next_run_at: new Date('2026-03-01T09:00:00Z') },
    'the next run counts the times that were missed',
  )
})
