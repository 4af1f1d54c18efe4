import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, newSender, patch } from '#test/scim.ts'
import { boot } from '#test/system.ts'

test('a provider creates a user, finds an existing person, and ends their access', async () => {
  await using p = await boot()
  const { ok, send, tokenId } = await newSender(p)
  const created = await ok('POST', '/Users', { userName: 'Ada@acme.example', displayName: 'Ada', active: true })
  assert.equal(created.userName, 'Ada@acme.example')
  assert.equal(created.active, true)
  assert.deepEqual((await ok('GET', `/Users/${created.id}`)).meta, created.meta)

  const cookie = await p.signIn('reviewer@acme.example')
  const { Resources } = await ok('GET', '/Users?filter=userName%20eq%20%22reviewer@acme.example%22')
  assert.equal(Resources.length, 1)
  const [{ id }] = Resources
  const response = await send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.active, false)
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie })).status, 401)

  const [event] = await eventsOf(p)
  assert.deepEqual(
    { ...event, id: '', requestId: '', createdAt: '' },
    {
      ...{ id: '', requestId: '', createdAt: '', tokenId },
      ...{ operation: 'patchScimUser', status: 200, targetId: id, changed: ['active'], ignored: [], detail: null },
      ...{ targetName: event.targetName, code: null, values: null },
    },
  )
})
