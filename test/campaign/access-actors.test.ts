import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeActors } from '#test/access/actors.ts'

test('every operation, called by people and senders whose access an identity provider controls or ended: no one gets in, nothing leaks', {
  timeout: 900_000,
}, async t => {
  const { violations, requests, byActor } = await observeActors()
  t.diagnostic(`${requests} requests: ${JSON.stringify(byActor)}`)
  assert.deepEqual(violations, [])
  assert.ok(Object.values(byActor).every(count => count >= 20))
})
