import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { createGuardedFetch } from '#lib/guarded/fetch.ts'
import { createGuard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { freePort } from '#test/free-port.ts'
import { startVault, type Vault } from '#test/vault.ts'
import { vaultHolder } from './vault-transit.ts'

let vault: Vault
before(async () => {
  vault = await startVault()
  vault.allow('hvs.right')
  vault.allow('hvs.of-a-team', 'team-a')
  vault.rotate('ours')
})
after(() => vault[Symbol.asyncDispose]())

const holder = (settings: object = {}, token = 'hvs.right', allow = '127.0.0.0/8', deadlineMs = minute) => {
  const fetch = createGuardedFetch({ guard: createGuard({ allow: networks(allow) }), deadlineMs })
  return vaultHolder(
    { address: vault.address, mount: 'transit', keyName: 'ours', namespace: null, ...settings },
    token,
    fetch,
  )
}

const assertFailure = (work: Promise<unknown>, code: StoreCode) =>
  assert.rejects(work, error => {
    assert.ok(error instanceof StoreProblem)
    assert.equal(error.code, code)
    assert.equal(error.message, 'file storage is not available', 'it quotes nothing from Vault')
    return true
  })

const key = Buffer.alloc(32, 5)

test('a Vault unwraps a key that it wrapped, without having stored it', async () => {
  const wrapped = await holder().wrap(key)
  assert.match(wrapped, /^vault:v1:/)
  assert.deepEqual(await holder().unwrap(wrapped), key)
  const team = holder({ namespace: 'team-a' }, 'hvs.of-a-team')
  assert.deepEqual(await team.unwrap(await team.wrap(key)), key)
})

test('each kind of failure has its own error code', async () => {
  const wrapped = await holder().wrap(key)
  await assertFailure(holder({}, 'wrong').wrap(key), 'forbidden')
  await assertFailure(holder({ namespace: 'team-a' }).unwrap(wrapped), 'forbidden')
  await assertFailure(holder({ mount: 'elsewhere' }).wrap(key), 'missing')
  await assertFailure(holder({ keyName: 'other' }).unwrap(wrapped), 'missing')
  await assertFailure(holder().unwrap(`${wrapped.slice(0, -8)}AAAAAAA=`), 'missing')
  await assertFailure(holder({}, 'hvs.right', '10.0.0.0/8').wrap(key), 'refused_address')
  await assertFailure(holder({ address: 'http://127.0.0.1:5432' }).wrap(key), 'refused_address')
  await assertFailure(holder({ address: `http://127.0.0.1:${await freePort()}` }).wrap(key), 'unreachable')
  await assertFailure(holder({ address: vault.address.replace('http:', 'https:') }).wrap(key), 'tls')
})

test('a Vault that is sealed, hangs or sends an unexpected response yields an error code', async () => {
  const wrapped = await holder().wrap(key)
  for (const [fault, code] of [
    ['sealed', 'unreachable'],
    ['garbage', 'altered'],
    ['huge', 'altered'],
    ['redirect', 'unsupported'],
  ] as const) {
    vault.fault = fault
    await assertFailure(holder().unwrap(wrapped), code)
  }
  vault.fault = 'hang'
  await assertFailure(holder({}, 'hvs.right', '127.0.0.0/8', 300).unwrap(wrapped), 'slow')
  vault.fault = undefined
})
