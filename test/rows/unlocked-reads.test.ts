import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statements } from '#db/statement.ts'
import { isQuery } from '#test/plans-reading.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { loadStatements } from './load-statements.ts'
import { unlockedReads } from './unlocked-reads.ts'

test('x', async () => {
  await using database = await createTestDatabase()
  await loadStatements()
  const all = [...statements().values()].filter(({ name }) => isQuery(name))
  for (const [k, v] of Object.entries(await unlockedReads(database.connection, all))) console.log(k, v.join(' '))
})
