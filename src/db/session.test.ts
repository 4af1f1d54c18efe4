import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg, { type ClientConfig } from 'pg'
import { createTestDatabase, query, type TestServer } from '#test/postgres.ts'
import { openDatabase } from './database.ts'
import { OutcomeUnknown } from './outcome.ts'
import { addressOf, sessionOf } from './session.ts'
import { narrows, statement } from './statement.ts'

const optionsOf = (connection: ClientConfig): string =>
  String(Reflect.get(Reflect.get(new pg.Client(connection), 'connectionParameters'), 'options'))

describe('the settings of a session', () => {
  const addresses: readonly (readonly [ClientConfig, before?: string])[] = [
    [{ connectionString: 'postgres://u:p@h:5433/d' }],
    [{ connectionString: 'postgres://u:p@h:5433/d?sslmode=verify-full' }],
    [{ connectionString: 'postgres://u:p@h/d?host=/run/postgresql&port=5433' }],
    [{ connectionString: 'postgres://u:p%@h:5433/d' }],
    [{ connectionString: 'postgres://u:p p@h:5433/d' }],
    [{ connectionString: 'postgres://u:p@h:5433/d?options=-c%20work_mem%3D8MB' }, '-c work_mem=8MB'],
    [{ connectionString: 'postgres://u:p@h:5433/d?options=-c+geqo%3Doff&a=b' }, '-c geqo=off'],
    [{ connectionString: '/run/postgresql d' }],
    [{ host: 'h', port: 5433, user: 'u', database: 'd' }],
    [{ host: 'h', port: 5433, user: 'u', options: '-c geqo=off' }, '-c geqo=off'],
  ]
  for (const [connection, before = ''] of addresses)
    test(`reach the server from ${JSON.stringify(connection)}, after the options of the address`, () => {
      const options = optionsOf(sessionOf(connection, { lock_timeout: '3s' }))
      assert.ok(options.startsWith(`${before} -c search_path=public,pg_temp -c client_encoding=UTF8`.trim()), options)
      assert.match(
        options,
        / -c default_transaction_isolation=read\\ committed .* -c lock_timeout=3s -c probata\.session=on$/,
      )
      assert.deepEqual(addressOf(sessionOf(connection)), addressOf(connection))
    })
})

describe('a failed commit', () => {
  let server: TestServer
  before(async () => {
    server = await createTestDatabase()
  })
  after(() => server[Symbol.asyncDispose]())

  const failing = statement('test_division_by_zero', {}, 'select 1 / 0')
  const endingSession = statement('test_end_of_own_session', {}, 'select pg_terminate_backend(pg_backend_pid())')

  test('was rolled back if the server continues, and has an unknown outcome if the session ended', async () => {
    await using db = openDatabase({ ...server.connection, max: 1 }, () => undefined)
    const commit = (command: typeof failing) => db.transaction('org_a', tx => tx.write(command, {}))
    await assert.rejects(commit(failing), { code: '22012' })
    await assert.rejects(commit(endingSession), (error: Error) => {
      assert.ok(error instanceof OutcomeUnknown)
      return Reflect.get(Object(error.cause), 'code') === '57P01'
    })
    await assert.rejects(commit(failing), { code: '22012' })
  })
})

test('a transaction_timeout of the database (PostgreSQL 17) does not end a snapshot', async t => {
  await using server = await createTestDatabase()
  const [version] = await query(server.connection, "select current_setting('server_version_num')::int as number")
  if (Number(version?.number) < 170_000) return t.skip('the setting is new in PostgreSQL 17')
  await query(server.connection, `alter database ${server.connection.database} set transaction_timeout = '50ms'`)
  await using db = openDatabase({ ...server.connection, max: 1 }, () => undefined)
  const longer = statement(
    'test_longer_than_the_limit',
    {},
    "select pg_sleep(0.2), 'read' as done",
    narrows<{ done: string }>,
  )
  const rows = await db.snapshot('org_a', snapshot => snapshot.query(longer, {}))
  assert.equal(rows[0]?.done, 'read')
})
