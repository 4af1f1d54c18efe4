import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#lib/clock.ts'
import { createGuard } from '#lib/guarded/guard.ts'
import { proxyAddress } from '#lib/guarded/proxy.ts'
import { networks } from '#lib/networks.ts'
import { createNames } from '#test/receivers/names.ts'
import { withoutSquid as skip, startSquid } from '#test/receivers/squid.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { newObjectKey, openSpool } from '#test/storage/spool.ts'
import { openS3Store } from './store.ts'

const names = createNames()
names.set('bucket.test', () => ['127.0.0.1'])

const guardBy = (address: string) => {
  const proxies = { httpsProxy: proxyAddress(address), httpProxy: proxyAddress(address) }
  return createGuard({ allow: networks('127.0.0.0/8'), lookup: names.lookup, egress: { proxies } })
}

test('files go to a bucket and back through squid; a proxy that is down gives the code unreachable', {
  skip,
}, async () => {
  await using files = await openSpool()
  await using bucket = await startMemoryS3()
  await using squid = await startSquid({ hosts: ['bucket.test 127.0.0.1'] })
  const { credentials } = bucket
  const settings = { ...bucket.settings, endpoint: bucket.settings.endpoint.replace('127.0.0.1', 'bucket.test') }
  const open = (proxy: string) =>
    openS3Store({ settings, credentials, organizationId: 'org_1', guard: guardBy(proxy), clock: systemClock })
  const key = newObjectKey()
  const bytes = Buffer.alloc(200_000, 'proof')
  await using store = await open(`127.0.0.1:${squid.port}`)
  await store.send(key, await files.spool(bytes))
  const pieces: Buffer[] = []
  for await (const piece of await store.read(key)) pieces.push(Buffer.from(piece))
  assert.ok(Buffer.concat(pieces).equals(bytes))
  assert.equal((await store.list({ limit: 10 })).length, 1)
  await store.remove(key)
  assert.equal(bucket.objects.size, 0)
  await squid.requests(/^PUT /, /^GET /, /^DELETE /)

  await using unreachable = await open('127.0.0.1:1')
  await assert.rejects(unreachable.list({ limit: 1 }), { code: 'unreachable' })
})
