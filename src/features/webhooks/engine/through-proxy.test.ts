import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuard } from '#lib/guarded/guard.ts'
import { proxyAddress } from '#lib/guarded/proxy.ts'
import { networks } from '#lib/networks.ts'
import { certificates } from '#test/receivers/certificates.ts'
import { createNames } from '#test/receivers/names.ts'
import { receive } from '#test/receivers/receiver.ts'
import { withoutSquid as skip, startSquid } from '#test/receivers/squid.ts'
import { until } from '#test/until.ts'
import { createSender } from './send.ts'

const names = createNames()
names.set('receiver.test', () => ['127.0.0.1'])

const senderThrough = (address: string) => {
  const proxies = { httpsProxy: proxyAddress(address), httpProxy: proxyAddress(address) }
  return createSender({
    guard: createGuard({ allow: networks('127.0.0.0/8'), lookup: names.lookup, egress: { proxies } }),
  })
}

const urlOf = ({ url }: { readonly url: string }) => new URL(url.replace('127.0.0.1', 'receiver.test'))

test('deliveries go through squid, also over reused connections; the error code names a proxy that is down', {
  skip,
}, async () => {
  const { good } = await certificates()
  await using squid = await startSquid({ hosts: ['receiver.test 127.0.0.1'] })
  await using plain = await receive()
  await using secure = await receive({ certificate: good })
  await using sender = senderThrough(`127.0.0.1:${squid.port}`)
  const body = Buffer.from('{"a":1}')
  for (let n = 1; n <= 2; n++) {
    const { status, failure } = await sender.send({ url: urlOf(plain), headers: {}, body })
    assert.deepEqual([status, failure, plain.requests.length], [200, undefined, n])
  }
  // The certificate is for a different name, so the failure shows that TLS ends at the receiver.
  const tunnelled = await sender.send({ url: urlOf(secure), headers: {}, body })
  assert.deepEqual([tunnelled.failure, secure.connections], ['tls', 1])
  // Squid writes a line when a connection ends; the method of a connection without data is a dash.
  const methods = await until('three requests', async () => {
    const methods = (await squid.requests()).map(line => line.split(' ')[0]).filter(method => method !== '-')
    return methods.length === 3 && methods
  })
  assert.deepEqual(methods, ['POST', 'POST', 'CONNECT'])
  await using senderWithoutProxy = senderThrough('127.0.0.1:1')
  for (const url of [urlOf(plain), urlOf(secure)]) {
    const { failure, code } = await senderWithoutProxy.send({ url, headers: {}, body })
    assert.deepEqual([failure, code], ['unreachable', 'PROXY_UNREACHABLE'])
  }
})
