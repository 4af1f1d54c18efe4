import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot } from '#test/system.ts'

test('a workspace has at most 20 storage bindings, even if more are added at once; retired bindings do not count', async () => {
  await using bucket = await startMemoryS3()
  await using p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } })
  const cookie = await p.signIn('admin@acme.example')
  const bindings = bindingsOf(p, () => cookie)
  const responses = await Promise.all(Array.from({ length: 24 }, () => bindings.create(bucket)))
  const created = responses.filter(({ status }) => status === 201)
  const rejected = responses.filter(({ status }) => status === 422)
  // The folder counts as the twentieth.
  assert.deepEqual([created.length, rejected.length], [19, 5])
  for (const { body } of rejected) assert.match(body.message, /at most 20 storage bindings, not counting retired ones/)

  await bindings.done(bindings.act(created[0]?.body.id, 'retire'))
  await bindings.done(bindings.create(bucket), 201)
  assert.equal((await bindings.create(bucket)).status, 422)
})
