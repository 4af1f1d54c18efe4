import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseForgeries } from '#test/ledger/forge-database.ts'
import { forgeDatabases } from '#test/ledger/forge-databases.ts'

test('each kind of edit that bypasses the program is detected as declared: by name, or only with a checkpoint', async () => {
  const { edits, ...outcome } = await forgeDatabases({
    seed: 'short',
    edits: 2 * Object.keys(databaseForgeries).length,
    rows: 600,
  })
  assert.deepEqual(outcome, { asExpected: edits, astray: {}, clean: 0 })
})
