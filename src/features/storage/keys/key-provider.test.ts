import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import { bootStorageKeys, provider, type StorageKeys, unavailable, vaultToken } from '#test/storage-keys.ts'
import { type Fault, startVault } from '#test/vault.ts'

const otherToken = 'hvs.another-token-of-the-test'

let s: StorageKeys
before(async () => {
  s = await bootStorageKeys()
})
after(() => s[Symbol.asyncDispose]())

describe('a Vault that wraps the keys', { concurrency: false }, () => {
  test('wraps every key and can unwrap it again; its token is never shown', async () => {
    await s.keys.current(s.acmeId)
    assert.equal((await s.acme.ask('admin', 'POST', '/storage-keys')).status, 201)
    const before = await s.keys.current(s.acmeId)
    const { storageKeys } = await s.acme.get('admin', '/storage-keys')
    const returned = await s.useVault(s.acme)
    const { address } = s.vault
    const settings = { kind: 'vault-transit', address, mount: 'transit', keyName: 'probata', namespace: null }
    assert.deepEqual({ ...returned, since: null }, { ...settings, state: 'available', code: null, since: null })
    s.p.clock.advance(5 * minute)
    s.vault.requestedPaths.length = 0
    for (const { id } of storageKeys) await s.keys.byId(s.acmeId, id)
    assert.deepEqual(await s.keys.byId(s.acmeId, before.id), before)
    assert.equal(s.vault.requestedPaths.filter(path => path === 'transit/decrypt/probata').length, storageKeys.length)
    const { storageKeys: after } = await s.acme.get('admin', '/storage-keys')
    assert.equal(after.length, storageKeys.length)
    assert.ok(after.every((key: { provider: string }) => key.provider === 'vault-transit'))
    const responses = ['/storage-keys', provider, '/audit'].map(path => s.acme.get('admin', path))
    assert.ok(!JSON.stringify(await Promise.all(responses)).includes('CANARY'))
    const tables = ['storage_data_key', 'storage_key_provider', 'audit_event', 'security_event', 'idempotency_key']
    for (const table of tables) {
      const [row] = await s.p.sql(`select coalesce(string_agg(t::text, ' '), '') as all from ${table} t`)
      const text = String(row?.all)
      assert.ok(!text.includes('CANARY') && !text.includes(before.key.toString('base64')), table)
      assert.ok(!text.includes('vault:v'), table)
    }
  })

  test('has a token that is checked with the other sealed values', async () => {
    assert.equal(await s.p.system.runJob('check-sealed-values'), 2, 'a data key and a token')
    const unreadable = await s.p.sql(`select id from security_event where type = 'masterKeyUnreadableValues'`)
    assert.equal(unreadable.length, 0)
  })

  test('gets one request for all waiting callers, and no other request for five minutes', async () => {
    s.p.clock.advance(5 * minute)
    s.vault.requestedPaths.length = 0
    const keys = await Promise.all(Array.from({ length: 20 }, () => s.keys.current(s.acmeId)))
    s.p.clock.advance(4 * minute)
    assert.deepEqual(await s.keys.current(s.acmeId), keys[0])
    assert.deepEqual(s.vault.requestedPaths, ['transit/decrypt/probata'])
  })

  test('makes all files unreadable within five minutes when its token is revoked, with one event, for this workspace only', async () => {
    await s.useVault(s.acme)
    const first = await s.keys.current(s.acmeId)
    s.vault.revoke(vaultToken)
    await s.keys.current(s.acmeId)
    s.p.clock.advance(5 * minute)
    const events = (await s.events(s.acmeId)).length
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => s.keys.current(s.acmeId)))
    assert.ok(all.every(result => result.status === 'rejected' && unavailable('forbidden')(result.reason)))
    await assert.rejects(s.keys.byId(s.acmeId, first.id), unavailable('forbidden'))
    assert.ok((await s.keys.current(s.globexId)).key)
    const recorded = await s.events(s.acmeId)
    assert.equal(recorded.length, events + 1)
    const { severity, context } = recorded.at(-1)
    assert.deepEqual([severity, context.code], ['high', 'forbidden'])
    const { storageKeyProvider } = await s.acme.get('auditor', provider)
    assert.deepEqual([storageKeyProvider.state, storageKeyProvider.code], ['unavailable', 'forbidden'])
    const rejected = await s.acme.ask('admin', 'POST', '/storage-keys')
    assert.equal(rejected.status, 503)

    s.vault.requestedPaths.length = 0
    s.vault.allow(vaultToken)
    await assert.rejects(s.keys.current(s.acmeId), unavailable('forbidden'))
    assert.equal(s.vault.requestedPaths.length, 0, 'no request for ten seconds')
    s.p.clock.advance(10 * second)
    assert.deepEqual(await s.keys.current(s.acmeId), first)
    assert.equal((await s.acme.get('auditor', provider)).storageKeyProvider.state, 'available')
    assert.equal((await s.events(s.acmeId)).length, events + 1)

    s.vault.revoke(vaultToken)
    await s.p.system.runJob('check-storage-key-providers')
    await s.p.system.runJob('check-storage-key-providers')
    assert.equal((await s.events(s.acmeId)).length, events + 2, 'the job notices although no file is opened')
    s.vault.allow(vaultToken)
    await s.p.system.runJob('check-storage-key-providers')
    assert.equal((await s.acme.get('auditor', provider)).storageKeyProvider.state, 'available')
    assert.ok(s.vault.requestedPaths.includes('auth/token/renew-self'))
  })

  test('unwraps keys from before a rotation of its own key, until that version is deleted', async () => {
    s.vault.rotate('rotated')
    await s.useVault(s.globex, { keyName: 'rotated' })
    const key = await s.keys.current(s.globexId)
    s.vault.rotate('rotated')
    s.p.clock.advance(5 * minute)
    assert.deepEqual(await s.keys.current(s.globexId), key)
    s.vault.forgetVersion('rotated', 1)
    s.p.clock.advance(5 * minute)
    await assert.rejects(s.keys.current(s.globexId), unavailable('missing'))
    const response = await s.globex.ask('admin', 'POST', provider, { kind: 'local' })
    assert.deepEqual([response.status, response.body.error], [422, 'unprocessable'])
    assert.match(response.body.message, /current key holder does not unwrap the keys/)
  })

  test('can be replaced by the install again', async () => {
    const before = await s.keys.current(s.acmeId)
    await s.useLocal(s.acme)
    s.vault.revoke(vaultToken)
    s.p.clock.advance(5 * minute)
    assert.deepEqual(await s.keys.current(s.acmeId), before)
    const [row] = await s.p.sql('select token from storage_key_provider where organization_id = $1', [s.acmeId])
    assert.equal(row?.token, null)
    s.vault.allow(vaultToken)
  })

  const faults: Readonly<Record<Exclude<Fault, 'hang'>, RegExp>> = {
    sealed: /cannot be reached, or is sealed/,
    garbage: /does not return/,
    wrong: /does not return/,
    'accepts-anything': /does not return/,
    huge: /does not return/,
    redirect: /redirects elsewhere/,
  }
  for (const [fault, message] of Object.entries(faults))
    test(`with the fault ${fault} is rejected`, async () => {
      const before = await s.acme.get('admin', provider)
      s.vault.fault = fault as Fault
      const { status, body } = await s.acme.ask('admin', 'POST', provider, s.settings())
      s.vault.fault = undefined
      assert.equal(status, 422)
      assert.match(body.message, message)
      assert.deepEqual(await s.acme.get('admin', provider), before)
      assert.ok((await s.keys.current(s.acmeId)).key)
    })

  test('with a wrong token, key, mount or namespace, or at an address that is not allowed, is rejected', async () => {
    for (const [fields, expected] of [
      [{ token: 'wrong' }, /rejects the token/],
      [{ keyName: 'unknown' }, /no such key/],
      [{ mount: 'elsewhere' }, /no transit engine/],
      [{ namespace: 'team-a' }, /rejects the token/],
    ] as const) {
      const { status, body } = await s.acme.ask('admin', 'POST', provider, { ...s.settings(), ...fields })
      assert.equal(status, 422)
      assert.match(body.message, expected)
    }
    for (const [expected, ...rejected] of [
      [
        422,
        { address: 'https://169.254.169.254' },
        { address: 'http://10.0.0.1:8200' },
        { address: 'https://user:secret@vault.example' },
        { address: 'https://127.0.0.1:5432' },
        { address: 'file:///etc/passwd' },
        { address: `${s.vault.address}?a=b` },
      ],
      [
        400,
        { address: undefined },
        { mount: 'transit/../sys' },
        { mount: '..' },
        { keyName: 'a/b' },
        { keyName: '..' },
        { namespace: 'team?' },
        { token: 'with space' },
        { token: 'line\nbreak' },
        { kind: 'local' },
        { kind: 'other' },
      ],
    ] as const)
      for (const fields of rejected) {
        s.vault.requestedPaths.length = 0
        const { status } = await s.acme.ask('admin', 'POST', provider, { ...s.settings(), ...fields })
        assert.equal(status, expected, JSON.stringify(fields))
        assert.equal(s.vault.requestedPaths.length, 0)
      }
  })

  test('keeps its token if only the key changes, and never sends it to another address', async () => {
    s.vault.allow(otherToken, 'team-a')
    await s.useVault(s.acme, { token: otherToken, namespace: 'team-a' })
    s.vault.rotate('second')
    const { token: _, ...same }: Record<string, unknown> = { ...s.settings(), namespace: 'team-a', keyName: 'second' }
    const changed = await s.acme.ask('admin', 'POST', provider, same)
    assert.deepEqual([changed.status, changed.body.storageKeyProvider?.keyName], [200, 'second'], changed.text)
    await using other = await startVault()
    for (const fields of [{ address: other.address }, { mount: 'elsewhere' }, { namespace: 'team-b' }]) {
      const { status, body } = await s.acme.ask('admin', 'POST', provider, { ...same, ...fields })
      assert.deepEqual([status, body.issues?.[0]?.path], [400, ['token']])
    }
    assert.deepEqual(other.requestedPaths, [])
    await s.useLocal(s.acme)
  })
})
