import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, query, type TestServer } from '#test/postgres.ts'
import { until } from '#test/until.ts'
import { applyFunctions } from './functions.ts'

let database: TestServer
let client: pg.Client

before(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
after(async () => {
  await client.end()
  await database[Symbol.asyncDispose]()
})
beforeEach(() => client.query('delete from schema_function'))

const functionReturning = (name: string, text: string): string =>
  `create or replace function ${name}() returns text language sql return '${text}';\n`

/** Applies these files as a release. */
const release = async (number: number, files: Record<string, string>): Promise<string | undefined> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-functions-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text)
  await writeFile(join(folder.path, 'release.json'), JSON.stringify({ release: number, sha256: '' }))
  return await applyFunctions(client, folder.path)
}

const resultOf = async (name: string): Promise<unknown> => (await client.query(`select ${name}() as text`)).rows[0].text

const recorded = async (): Promise<unknown[]> =>
  (await client.query('select file, release from schema_function order by file')).rows.map(Object.values)

test('only files that changed are applied', async () => {
  assert.equal(
    await release(1, { 'a.sql': functionReturning('one', '1'), 'b.sql': functionReturning('two', '1') }),
    'functions-release-1',
  )
  await client.query(functionReturning('one', 'by hand'))
  assert.equal(
    await release(2, { 'a.sql': functionReturning('one', '1'), 'b.sql': functionReturning('two', '2') }),
    'functions-release-2',
  )
  assert.deepEqual([await resultOf('one'), await resultOf('two')], ['by hand', '2'])
  assert.deepEqual(await recorded(), [
    ['a.sql', 1],
    ['b.sql', 2],
  ])
  assert.equal(
    await release(2, { 'a.sql': functionReturning('one', '1'), 'b.sql': functionReturning('two', '2') }),
    undefined,
  )
})

test('an older program that runs alongside a newer one applies nothing', async () => {
  await release(3, { 'a.sql': functionReturning('one', 'newer') })
  assert.equal(
    await release(2, { 'a.sql': functionReturning('one', 'older'), 'c.sql': functionReturning('three', 'older') }),
    undefined,
  )
  assert.equal(await resultOf('one'), 'newer')
  assert.deepEqual(await recorded(), [['a.sql', 3]])
})

test('the record of a removed file is deleted, but its functions stay for programs that still call them', async () => {
  await release(1, { 'a.sql': functionReturning('one', '1'), 'b.sql': functionReturning('two', '1') })
  assert.equal(await release(2, { 'a.sql': functionReturning('one', '1') }), 'functions-release-2')
  assert.deepEqual(await recorded(), [['a.sql', 1]])
  assert.equal(await resultOf('two'), '1')
})

test('a file that fails is reported with its line, and nothing of the release remains', async () => {
  await release(1, { 'a.sql': functionReturning('one', '1') })
  await assert.rejects(
    release(2, { 'a.sql': functionReturning('one', '2'), 'b.sql': `${functionReturning('two', '2')}select nonsense;` }),
    /Functions of b\.sql failed at line 2 \(SQLSTATE 42703\): column "nonsense" does not exist/,
  )
  assert.equal(await resultOf('one'), '1')
  assert.deepEqual(await recorded(), [['a.sql', 1]])
})

test('functions of a file may call those of a later one', async () => {
  await release(1, {
    'a.sql': `create or replace function early() returns text language sql as 'select later()';\n`,
    'b.sql': functionReturning('later', 'found'),
  })
  assert.equal(await resultOf('early'), 'found')
})

test('waiting for a table in use is interrupted, so that statements queued behind it can proceed', async () => {
  const holder = new pg.Client(database.connection)
  await holder.connect()
  await holder.query('begin; select from unit')
  const applied = release(1, {
    'a.sql': 'drop policy if exists extra on unit;\ncreate policy extra on unit using (true);',
  })
  const waits = `select from pg_locks where not granted and relation = 'unit'::regclass`
  await until('the release waits for the table', async () => (await query(database.connection, waits)).length > 0)
  await until('the release interrupts its wait', async () => (await query(database.connection, waits)).length === 0)
  assert.deepEqual(await query(database.connection, 'select from unit'), [])
  await holder.query('commit')
  await holder.end()
  assert.equal(await applied, 'functions-release-1')
})
