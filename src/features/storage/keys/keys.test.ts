import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unavailable as answerOf } from '#http/unavailable.ts'
import { day, hour, minute, second } from '#lib/clock.ts'
import { KeyMissing, KeyUnavailable } from '#lib/data-keys.ts'
import { bootStorageKeys, provider, type StorageKeys, unavailable } from '#test/storage-keys.ts'

let s: StorageKeys
before(async () => {
  s = await bootStorageKeys()
})
after(() => s[Symbol.asyncDispose]())

describe('keys of stored files', { concurrency: false }, () => {
  test('the first key is created when it is needed, once for all callers; each workspace has its own key', async () => {
    assert.deepEqual(await s.acme.get('auditor', '/storage-keys'), { storageKeys: [], pagination: {} })
    const keys = await Promise.all(Array.from({ length: 20 }, () => s.keys.current(s.acmeId)))
    const [first] = keys
    assert.ok(first)
    assert.equal(first.key.length, 32)
    for (const key of keys) assert.deepEqual(key, first)
    const otherKey = await s.keys.current(s.globexId)
    assert.ok(!otherKey.key.equals(first.key))
    const { storageKeys } = await s.acme.get('auditor', '/storage-keys')
    const [{ createdAt, ...shown }, ...more] = storageKeys
    assert.ok(createdAt && more.length === 0)
    assert.deepEqual(shown, { id: first.id, generation: 1, status: 'active', provider: 'local', destroyedAt: null })
    const [row] = await s.audit('storage.key.create')
    assert.deepEqual([row.actorId, row.resourceId], ['storage-keys', first.id])
  })

  test('each caller may overwrite its copy of a key', async () => {
    const [key, other] = [await s.keys.current(s.acmeId), await s.keys.current(s.acmeId)]
    key.key.fill(0)
    assert.ok(other.key.some(byte => byte !== 0))
    assert.deepEqual((await s.keys.current(s.acmeId)).key, other.key)
  })

  test('a new key encrypts new files; older keys still open their files', async () => {
    const before = await s.keys.current(s.acmeId)
    const created = await s.acme.ask('admin', 'POST', '/storage-keys')
    assert.deepEqual([created.status, created.body.generation, created.body.status], [201, 2, 'active'], created.text)
    const now = await s.keys.current(s.acmeId)
    assert.equal(now.id, created.body.id)
    assert.ok(!now.key.equals(before.key))
    assert.deepEqual(await s.keys.byId(s.acmeId, before.id), before)
    const { storageKeys } = await s.acme.get('admin', '/storage-keys')
    assert.deepEqual(
      storageKeys.map(({ generation, status }: Record<string, unknown>) => [generation, status]),
      [
        [2, 'active'],
        [1, 'retired'],
      ],
    )
    const page = await s.acme.get('admin', '/storage-keys?limit=1')
    assert.ok(page.storageKeys.length === 1 && page.pagination.nextCursor)
  })

  test('keys of another workspace cannot be used', async () => {
    const { id } = await s.keys.current(s.globexId)
    await assert.rejects(s.keys.byId(s.acmeId, id), KeyMissing)
    await assert.rejects(s.keys.byId(s.acmeId, 'stk_unknown'), KeyMissing)
  })

  test('a wrapped key can be unwrapped only in its own row', async () => {
    const [mine, otherKey] = [await s.keys.current(s.acmeId), await s.keys.current(s.globexId)]
    const rows = await s.p.sql('select id, wrapped from storage_data_key where id = any ($1)', [[mine.id, otherKey.id]])
    const wrappedOf = (id: string) => rows.find(row => row.id === id)?.wrapped
    const put = (id: string, wrapped: unknown) =>
      s.p.sql('update storage_data_key set wrapped = $2 where id = $1', [id, wrapped])
    await put(mine.id, wrappedOf(otherKey.id))
    s.p.clock.advance(5 * minute)
    await assert.rejects(s.keys.byId(s.acmeId, mine.id), unavailable('altered'))
    await put(mine.id, wrappedOf(mine.id))
    s.p.clock.advance(10 * second)
    assert.deepEqual(await s.keys.byId(s.acmeId, mine.id), mine)
    const { storageKeyProvider } = await s.acme.get('auditor', provider)
    assert.equal(storageKeyProvider.state, 'available')
  })

  test('a year later, the next key is created automatically', async () => {
    const before = await s.keys.current(s.acmeId)
    assert.equal(await s.p.system.runJob('renew-storage-keys'), 0)
    s.p.clock.advance(365 * day)
    assert.equal(await s.p.system.runJob('renew-storage-keys'), 2)
    assert.equal(await s.p.system.runJob('renew-storage-keys'), 0)
    const now = await s.keys.current(s.acmeId)
    assert.notEqual(now.id, before.id)
    assert.deepEqual(await s.keys.byId(s.acmeId, before.id), before)
    const [row] = await s.audit('storage.key.create')
    assert.deepEqual([row.actorId, row.resourceId], ['renew-storage-keys', now.id])
  })

  test('administrators change keys, auditors read them, other roles get 403; each change needs a reason', async () => {
    for (const [method, path] of [
      ['GET', '/storage-keys'],
      ['GET', provider],
      ['GET', '/storage-keys/destruction'],
      ['POST', '/storage-keys'],
      ['POST', provider],
      ['POST', '/storage-keys/destruction'],
    ] as const) {
      const roles = method === 'GET' ? ['contributor', 'reviewer'] : ['contributor', 'reviewer', 'auditor']
      for (const person of roles) {
        const { status } = await s.acme.ask(person, method, path, { kind: 'local' })
        assert.equal(status, 403, `${person} ${method} ${path}`)
      }
    }
    const withoutReason = await s.acme.ask('admin', 'POST', '/storage-keys', { reason: '' })
    assert.equal(withoutReason.status, 400)
  })

  test('an unavailable older key affects only its own files, and causes one event a day', async () => {
    const before = await s.keys.current(s.acmeId)
    assert.equal((await s.acme.ask('admin', 'POST', '/storage-keys')).status, 201)
    const now = await s.keys.current(s.acmeId)
    await s.p.sql(`update storage_data_key set wrapped = 'damaged' where id = $1`, [before.id])
    s.p.clock.advance(25 * hour)
    const events = (await s.events(s.acmeId)).length
    for (let time = 0; time < 3; time++) {
      await assert.rejects(s.keys.byId(s.acmeId, before.id), unavailable('altered'))
      assert.deepEqual(await s.keys.current(s.acmeId), now)
      s.p.clock.advance(minute)
    }
    const recorded = await s.events(s.acmeId)
    assert.equal(recorded.length, events + 1)
    assert.equal(recorded.at(-1).context.resourceId, before.id)
    assert.equal((await s.acme.get('auditor', provider)).storageKeyProvider.state, 'available')
  })

  test('the error says whether the key is destroyed or only unavailable now', () => {
    const destroyed = answerOf(new KeyMissing())
    assert.deepEqual([destroyed?.status, destroyed?.detail.extra], [503, { file: 'missing' }])
    assert.match(destroyed?.message ?? '', /was destroyed/)
    const now = answerOf(new KeyUnavailable('forbidden'))
    assert.deepEqual([now?.status, now?.detail.headers], [503, { 'retry-after': '10' }])
  })
})
