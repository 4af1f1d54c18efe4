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

const holder = (over: object = {}, token = 'hvs.right', allow = '127.0.0.0/8', deadlineMs = minute) => {
  const fetch = createGuardedFetch({ guard: createGuard({ allow: networks(allow) }), deadlineMs })
  return vaultHolder(
    { address: vault.address, mount: 'transit', keyName: 'ours', namespace: null, ...over },
    token,
    fetch,
  )
}

const fails = (work: Promise<unknown>, code: StoreCode) =>
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

test('each kind of failure has its code', async () => {
  const wrapped = await holder().wrap(key)
  await fails(holder({}, 'wrong').wrap(key), 'forbidden')
  await fails(holder({ namespace: 'team-a' }).unwrap(wrapped), 'forbidden')
  await fails(holder({ mount: 'elsewhere' }).wrap(key), 'missing')
  await fails(holder({ keyName: 'other' }).unwrap(wrapped), 'missing')
  await fails(holder().unwrap(`${wrapped.slice(0, -8)}AAAAAAA=`), 'missing')
  await fails(holder({}, 'hvs.right', '10.0.0.0/8').wrap(key), 'refused_address')
  await fails(holder({ address: 'http://127.0.0.1:5432' }).wrap(key), 'refused_address')
  await fails(holder({ address: `http://127.0.0.1:${await freePort()}` }).wrap(key), 'unreachable')
  await fails(holder({ address: vault.address.replace('http:', 'https:') }).wrap(key), 'tls')
})

test('a Vault that does not respond, or responds with something else, is rejected', async () => {
  const wrapped = await holder().wrap(key)
  for (const [fault, code] of [
    ['sealed', 'unreachable'],
    ['garbage', 'altered'],
    ['huge', 'altered'],
    ['redirect', 'unsupported'],
  ] as const) {
    vault.fault = fault
    await fails(holder().unwrap(wrapped), code)
  }
  vault.fault = 'hang'
  await fails(holder({}, 'hvs.right', '127.0.0.0/8', 300).unwrap(wrapped), 'slow')
  vault.fault = undefined
})
