import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeActors } from '#test/access/actors.ts'

test('in no operation do people and clients whose access an identity provider controls or has ended get too much access, and nothing leaks', {
  timeout: 900_000,
}, async t => {
  const { violations, requests, byActor } = await observeActors()
  t.diagnostic(`${requests} requests: ${JSON.stringify(byActor)}`)
  assert.deepEqual(violations, [])
  assert.ok(Object.values(byActor).every(count => count >= 20))
})
