import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#test/postgres.ts'
import { openDatabase } from './database.ts'
import { statement } from './statement.ts'

const bound = statement<{ organization: string }>(
  'test_bound_organization',
  'select bound_organization() as organization',
)

test('changes that read beside their transaction do not wait for each other', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase({ ...database.connection, max: 1, connectionTimeoutMillis: 500 }, () => {})
  const changes = Array.from({ length: 5 }, (_, i) =>
    db.transaction(`org_${i}`, async tx => {
      const [beside] = await db.read('org_beside', bound, [])
      const [inside] = await tx.query(bound, [])
      return [beside?.organization, inside?.organization]
    }),
  )
  assert.deepEqual(
    await Promise.all(changes),
    changes.map((_, i) => ['org_beside', `org_${i}`]),
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
