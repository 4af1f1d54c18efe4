import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#test/postgres.ts'
import { install, openDatabase } from './database.ts'
import { sqlState } from './sql-error.ts'
import { forItsValues, narrows, statement, text, texts } from './statement.ts'

const bound = statement(
  'test_bound_organization',
  {},
  'select bound_organization() as organization',
  narrows<{ organization: string }>,
)

const echo = statement(
  'test_echo',
  { list: texts },
  'select item from unnest(:list::text[]) with ordinality as l (item, place) order by place',
  narrows<{ item: string }>,
)

test('changes that also read outside their transaction do not deadlock on connections', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase({ ...database.connection, max: 1, connectionTimeoutMillis: 500 }, () => {})
  const changes = Array.from({ length: 5 }, (_, i) =>
    db.transaction(`org_${i}`, async tx => {
      const [outside] = await db.read('org_beside', bound, {})
      const [inside] = await tx.query(bound, {})
      return [outside?.organization, inside?.organization]
    }),
  )
  assert.deepEqual(
    await Promise.all(changes),
    changes.map((_, i) => ['org_beside', `org_${i}`]),
  )
})

// The mode takes effect at planning, before execution.
const mode = (name: `test_${string}`) =>
  statement(name, {}, `select current_setting('plan_cache_mode') as mode`, narrows<{ mode: string }>)
const modeForAny = mode('test_mode_for_any')
const modeForValues = forItsValues(mode('test_mode_for_values'))

test('a statement declared with forItsValues is planned for its values, but other statements are not', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase({ ...database.connection, max: 1 }, () => {})
  const modes = await db.transaction('org_1', async tx => {
    const before = tx.ask(modeForAny, {})
    const own = tx.ask(modeForValues, {})
    const [after] = await tx.query(modeForAny, {})
    return [before()[0], own()[0], after]
  })
  const [read] = await db.read('org_1', modeForValues, {})
  const [next] = await db.read('org_1', modeForAny, {})
  assert.deepEqual(
    [...modes, read, next].map(row => row?.mode),
    ['force_generic_plan', 'force_custom_plan', 'force_generic_plan', 'force_custom_plan', 'force_generic_plan'],
  )
})

test('a transaction that sends nothing takes no connection', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase(database.connection, () => {})
  await assert.rejects(
    db.transaction('org_1', () => {
      throw new Error('refused')
    }),
    /refused/,
  )
  assert.equal(db.pool.total, 0)
})

test('a queued read is sent with the next query, after which its rows are available', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase(database.connection, () => {})
  const [queued, queried] = await db.transaction('org_1', async tx => {
    const rowsOf = tx.ask(bound, {})
    assert.throws(rowsOf, /no query has been answered/)
    tx.rebind('org_2')
    const [row] = await tx.query(bound, {})
    return [rowsOf()[0], row]
  })
  assert.deepEqual([queued?.organization, queried?.organization], ['org_1', 'org_2'])
})

const claimName = statement(
  'test_claim_name',
  { name: text },
  `insert into login_name values (:name, 'client', :organization, 'sva_' || gen_random_uuid())`,
)
const names = statement('test_names', {}, 'select name from login_name order by name', narrows<{ name: string }>)

test('changes that commit together succeed or fail independently, each bound to its organization', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase(database.connection, () => {})
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`insert into organization values ('org_1', 'one', 'One', 'unversioned', now())`)
  await client.end()
  const rows = ['a', 'b', 'c', 'd', 'e', 'b', 'f', 'g', 'a', 'h']
  const outcomes = await Promise.allSettled(
    rows.map(name => db.transaction('org_1', tx => tx.write(claimName, { name }))),
  )
  const failed = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason.constraint] : []))
  assert.deepEqual(failed, ['login_name_client_key', 'login_name_client_key'])
  assert.equal((await db.readInstall(names, {})).map(row => row.name).join(''), 'abcdefgh')
})

test('waits for a connection are counted, and every error is reported', async () => {
  await using database = await createTestDatabase()
  const failures: unknown[] = []
  await using db = openDatabase(
    { ...database.connection, max: 3 },
    () => {},
    error => failures.push(sqlState(error)),
  )
  const [allOpen, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const one = statement('test_one', {}, 'select 1 as one', narrows<{ one: number }>)
  let open = 0
  const holders = Array.from({ length: 2 }, () =>
    db.transaction(install, async tx => {
      await tx.query(one, {})
      if (++open === 2) allOpen.resolve()
      await release.promise
    }),
  )
  await allOpen.promise
  const readers = Array.from({ length: 20 }, () => db.readInstall(one, {}))
  // One kind of work gets at most two of the three connections.
  const { waiting } = db.pool
  release.resolve()
  await Promise.all([...holders, ...readers])
  assert.equal(waiting, 20)
  assert.equal(db.pool.waiting, 0)
  assert.deepEqual(failures, [])
  await assert.rejects(db.readInstall(statement('test_no_table', {}, 'select from no_such_table'), {}))
  assert.deepEqual(failures, ['42P01'])
})

test('texts with any characters arrive unchanged in a list', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase(database.connection, () => {})
  const characters = Array.from({ length: 0x7f }, (_, i) => String.fromCodePoint(i + 1))
  const sent = [...characters, ...characters.map(one => `a${one}b`), '', 'NULL', '{}', '\\n', '\\"', '\u2028', '😀']
  const echoed = await db.read('org_1', echo, { list: sent })
  assert.deepEqual(
    echoed.map(({ item }) => item),
    sent,
  )
})
