import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeUnits } from '#test/access/units.ts'

test('members of another unit call every operation: nothing is shown, and nothing is changed', {
  timeout: 600_000,
}, async t => {
  const { violations, requests, hidden } = await observeUnits()
  t.diagnostic(`${requests} requests, ${hidden} ids to hide`)
  assert.deepEqual(violations, [])
  assert.ok(requests > 200 && hidden > 20)
})
