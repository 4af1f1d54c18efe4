import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { KeyMissing } from '#lib/data-keys.ts'
import { clearCustodians } from '#test/custodians.ts'
import { password } from '#test/fixture.ts'
import { bootStorageKeys, type StorageKeys } from '#test/storage-keys.ts'

let s: StorageKeys
before(async () => {
  s = await bootStorageKeys()
})
after(() => s[Symbol.asyncDispose]())

describe('the destruction of keys', { concurrency: false }, () => {
  const destruction = '/storage-keys/destruction'
  const requestDestruction = async () => {
    const response = await s.acme.ask('admin', 'POST', destruction)
    assert.deepEqual([response.status, response.body.status], [201, 'asked'], response.text)
    return { destructionId: response.body.id }
  }

  test('needs two administrators; the second must have been an administrator before the request', async () => {
    const first = await s.keys.current(s.acmeId)
    assert.deepEqual(await s.acme.get('auditor', destruction), { destruction: null })
    const body = await requestDestruction()
    const again = await s.acme.ask('second', 'POST', destruction)
    assert.equal(again.status, 422)
    const alone = await s.acme.ask('admin', 'POST', `${destruction}/confirm`, body)
    assert.deepEqual([alone.status, /four eyes/.test(alone.body.message)], [422, true])
    const late = { email: 'late@acme.example', name: 'Late', role: 'admin', password }
    assert.equal((await s.acme.ask('admin', 'POST', '/people', late)).status, 201)
    await clearCustodians(s.p)
    const newcomer = await s.acme.ask('late', 'POST', `${destruction}/confirm`, body)
    assert.deepEqual([newcomer.status, /added after/.test(newcomer.body.message)], [422, true])
    const other = await s.acme.ask('second', 'POST', `${destruction}/confirm`, { destructionId: 'skd_unknown' })
    assert.equal(other.status, 404)
    assert.deepEqual((await s.keys.current(s.acmeId)).key, first.key, 'nothing has happened yet')

    const done = await s.acme.ask('second', 'POST', `${destruction}/confirm`, body)
    assert.deepEqual([done.status, done.body.status], [200, 'confirmed'], done.text)
    await assert.rejects(s.keys.byId(s.acmeId, first.id), KeyMissing)
    const { storageKeys } = await s.acme.get('auditor', '/storage-keys')
    assert.ok(
      storageKeys.every(
        (key: { status: string; destroyedAt: string }) => key.status === 'destroyed' && key.destroyedAt,
      ),
    )
    const [row] = await s.p.sql('select count(wrapped)::int as left from storage_data_key where organization_id = $1', [
      s.acmeId,
    ])
    assert.equal(row?.left, 0)
    assert.equal((await s.audit('storage.key.destroy')).length, storageKeys.length)
    const [confirmed] = await s.audit('storage.key.destruction.confirm')
    assert.deepEqual([confirmed.resourceId, confirmed.outcome], [body.destructionId, 'done'])
  })

  test('affects neither later keys nor other workspaces', async () => {
    const newKey = await s.keys.current(s.acmeId)
    const { storageKeys } = await s.acme.get('admin', '/storage-keys')
    assert.deepEqual([storageKeys[0].id, storageKeys[0].status], [newKey.id, 'active'])
    const again = await s.acme.ask('second', 'POST', `${destruction}/confirm`, {
      destructionId: (await s.acme.get('admin', destruction)).destruction.id,
    })
    assert.equal(again.status, 404)
    assert.deepEqual(await s.keys.byId(s.acmeId, newKey.id), newKey)
  })

  test('does not happen after the request is withdrawn or expires', async () => {
    const withdrawn = await requestDestruction()
    const { body } = await s.acme.ask('second', 'POST', `${destruction}/withdraw`)
    assert.equal(body.status, 'withdrawn')
    assert.equal((await s.acme.ask('second', 'POST', `${destruction}/confirm`, withdrawn)).status, 404)
    assert.equal((await s.acme.ask('second', 'POST', `${destruction}/withdraw`)).status, 404)
    const expired = await requestDestruction()
    s.p.clock.advance(7 * day)
    const late = await s.acme.ask('second', 'POST', `${destruction}/confirm`, expired)
    assert.deepEqual([late.status, /expired/.test(late.body.message)], [422, true])
    const next = await requestDestruction()
    assert.notEqual(next.destructionId, expired.destructionId)
    assert.equal((await s.acme.ask('second', 'POST', `${destruction}/confirm`, expired)).status, 404)
    assert.ok((await s.keys.current(s.acmeId)).key)
    assert.equal((await s.acme.ask('admin', 'POST', `${destruction}/withdraw`)).status, 200)
  })
})
