import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runChaos } from '#test/ledger/chaos.ts'
import { createTestDatabase } from '#test/postgres.ts'

test('no row is lost, sealed twice or misplaced while sealers are killed and transactions stay open', async () => {
  await using database = await createTestDatabase('workspace')
  const outcome = await runChaos(database.connection, { seed: 'short', seconds: 8, writers: 8, sealers: 2 })
  const { rows, kills, killedAtWork: _, ...counts } = outcome
  assert.ok(rows > 100 && kills > 2, JSON.stringify(outcome))
  assert.deepEqual(counts, { lost: 0, twice: 0, gaps: 0, altered: 0, wrongRoots: 0, heldBack: 0 })
})
