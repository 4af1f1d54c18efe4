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

const senderBy = (address: string) => {
  const proxies = { httpsProxy: proxyAddress(address), httpProxy: proxyAddress(address) }
  return createSender({
    guard: createGuard({ allow: networks('127.0.0.0/8'), lookup: names.lookup, egress: { proxies } }),
  })
}

const at = ({ url }: { readonly url: string }) => new URL(url.replace('127.0.0.1', 'receiver.test'))

test('deliveries go through squid, also over reused connections, and report the proxy if it is down', {
  skip,
}, async () => {
  const { good } = await certificates()
  await using squid = await startSquid({ hosts: ['receiver.test 127.0.0.1'] })
  await using plain = await receive()
  await using secure = await receive({ certificate: good })
  await using sender = senderBy(`127.0.0.1:${squid.port}`)
  const body = Buffer.from('{"a":1}')
  for (let n = 1; n <= 2; n++) {
    const { status, failure } = await sender.send({ url: at(plain), headers: {}, body })
    assert.deepEqual([status, failure, plain.requests.length], [200, undefined, n])
  }
  // The certificate is for a different name, so the failure shows that TLS ends at the receiver.
  const tunnelled = await sender.send({ url: at(secure), headers: {}, body })
  assert.deepEqual([tunnelled.failure, secure.connections], ['tls', 1])
  // Squid writes a line when a connection ends; the method of a connection without data is a dash.
  const methods = await until('three requests', async () => {
    const found = (await squid.requests()).map(line => line.split(' ')[0]).filter(method => method !== '-')
    return found.length === 3 && found
  })
  assert.deepEqual(methods, ['POST', 'POST', 'CONNECT'])
  await using lost = senderBy('127.0.0.1:1')
  for (const url of [at(plain), at(secure)]) {
    const { failure, code } = await lost.send({ url, headers: {}, body })
    assert.deepEqual([failure, code], ['unreachable', 'PROXY_UNREACHABLE'])
  }
})
