import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeSignIn } from '#test/access/sign-in-matrix.ts'

test('every operation where single sign-on is forced, by sessions of each kind: only those get in who may', {
  timeout: 600_000,
}, async t => {
  const { violations, requests } = await observeSignIn()
  t.diagnostic(`${requests} requests`)
  assert.deepEqual(violations, [])
  assert.ok(requests > 1000)
})
