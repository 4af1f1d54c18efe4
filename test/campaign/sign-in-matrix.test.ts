import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeSignIn } from '#test/access/sign-in-matrix.ts'

test('every operation with forced single sign-on, by sessions of each kind: only permitted ones get in', {
  timeout: 600_000,
}, async t => {
  const { violations, requests } = await observeSignIn()
  t.diagnostic(`${requests} requests`)
  assert.deepEqual(violations, [])
  assert.ok(requests > 1000)
})
