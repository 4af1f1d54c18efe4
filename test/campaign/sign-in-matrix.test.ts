import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeSignIn } from '#test/access/sign-in-matrix.ts'

test('sessions of each kind call every operation while single sign-on is required: only permitted sessions get access', {
  timeout: 600_000,
}, async t => {
  const { violations, requests } = await observeSignIn()
  t.diagnostic(`${requests} requests`)
  assert.deepEqual(violations, [])
  assert.ok(requests > 1000)
})
