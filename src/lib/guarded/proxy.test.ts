import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { networks } from '#lib/networks.ts'
import { certificates } from '#test/receivers/certificates.ts'
import { createNames, nameNotFound } from '#test/receivers/names.ts'
import { http, receive } from '#test/receivers/receiver.ts'
import { withoutSquid as skip, startSquid } from '#test/receivers/squid.ts'
import { createGuardedFetch } from './fetch.ts'
import { createGuard, type Egress } from './guard.ts'
import { noProxy, type ProxySettings, proxyAddress, proxyOf } from './proxy.ts'

const names = createNames()
names.set('receiver.test', () => ['127.0.0.1'])
names.set('inside.test', () => ['10.9.9.9'])
names.set('unknown.test', () => nameNotFound('unknown.test'))
names.set('printer', () => nameNotFound('printer'))

const through = (proxies: ProxySettings, allow = '127.0.0.0/8', more: Egress = {}) => {
  const guard = createGuard({ allow: networks(allow), lookup: names.lookup, egress: { proxies, ...more } })
  return createGuardedFetch({ guard })
}

const both = (address: string): ProxySettings => ({
  httpsProxy: proxyAddress(address),
  httpProxy: proxyAddress(address),
})

const problemOf = async (work: Promise<unknown>): Promise<{ code: unknown; message: string }> => {
  const error = await work.then(
    () => assert.fail('the request succeeded'),
    (error: Error) => error,
  )
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && at.code !== undefined) return { code: at.code, message: at.message }
  return assert.fail(String(error))
}

test('proxy addresses are parsed, and NO_PROXY selects the destinations that bypass them', () => {
  const { name, authorization } = proxyAddress('http://pro:xy%40x@proxy.example.com:3128')
  assert.equal(name, 'http://proxy.example.com:3128')
  assert.equal(authorization, `Basic ${Buffer.from('pro:xy@x').toString('base64')}`)
  assert.equal(proxyAddress('proxy:3128').name, 'http://proxy:3128')
  for (const invalidUrl of ['socks5://proxy:1080', 'http://', 'http://proxy/path', 'http://%zz:x@proxy'])
    assert.throws(() => proxyAddress(invalidUrl), /must|has a user name/, invalidUrl)
  const settings = {
    ...both('proxy:3128'),
    noProxy: noProxy('vault.test, .inner.test 10.0.0.0/8,[fd00::1],one.test:8443'),
  }
  const direct = (host: string, port = 443) => proxyOf(settings, 'https:', host, port) === undefined
  for (const host of [
    'vault.test',
    'a.vault.test',
    'VAULT.test.',
    'x.inner.test',
    '10.1.2.3',
    '[fd00::1]',
    'localhost',
    '127.0.0.1',
  ])
    assert.ok(direct(host), host)
  for (const host of ['myvault.test', 'vault.test.evil', '11.0.0.1', 'one.test']) assert.ok(!direct(host), host)
  assert.ok(direct('one.test', 8443))
  assert.throws(() => noProxy('10.0.0.0/99'), /is not a network/)
})

test('squid gets CONNECT for https, the absolute form for http, and credentials; its rejections are reported', {
  skip,
}, async () => {
  const { good } = await certificates()
  const hash = execFileSync('openssl', ['passwd', '-apr1', 'open sesame'], { encoding: 'utf8' }).trim()
  await using secure = await receive({ certificate: { ...good }, name: 'localhost' })
  await using plain = await receive()
  await using squid = await startSquid({
    hosts: ['receiver.test 127.0.0.1', 'refused.test 127.0.0.1', 'unknown.test 127.0.0.1', 'inside.test 127.0.0.1'],
    user: { name: 'probata', hash },
    denied: 'refused.test',
  })
  names.set('refused.test', () => ['127.0.0.1'])
  const outcomes: unknown[] = []
  const fetch = through(both(`http://probata:open%20sesame@127.0.0.1:${squid.port}`), '127.0.0.0/8', {
    onProxyOutcome: error => outcomes.push(error),
  })
  const at = (name: string, { url }: { url: string }) => url.replace(/localhost|127\.0\.0\.1/, name)

  const response = await fetch(at('receiver.test', plain), { method: 'POST', body: 'hello' })
  assert.deepEqual([response.status, plain.requests[0]?.body], [200, 'hello'])
  assert.doesNotMatch(plain.requests[0]?.head ?? '', /proxy-authorization/i)
  // The certificate is for localhost. Its rejection shows that TLS ends at the receiver, not at the proxy.
  const mismatch = await problemOf(fetch(at('receiver.test', secure), {}))
  assert.equal(mismatch.code, 'ERR_TLS_CERT_ALTNAME_INVALID')
  const forbidden = await problemOf(fetch(at('refused.test', secure), {}))
  assert.deepEqual(
    [
      forbidden.code,
      /127\.0\.0\.1:\d+ \(HTTPS_PROXY\) does not allow connections to refused\.test:\d+ \(status 403\)/.test(
        forbidden.message,
      ),
    ],
    ['PROXY_REFUSED', true],
    forbidden.message,
  )
  // The proxy gets a name that only it can resolve, but none that this machine resolves to a forbidden address.
  assert.equal((await problemOf(fetch('https://inside.test/', {}))).code, 'FORBIDDEN_ADDRESS')
  assert.equal((await problemOf(fetch('https://10.9.9.9/', {}))).code, 'FORBIDDEN_ADDRESS')
  assert.equal((await problemOf(fetch('http://unknown.test/', {}))).code, 'FORBIDDEN_ADDRESS')
  assert.equal((await problemOf(fetch('https://printer/', {}))).code, 'FORBIDDEN_ADDRESS')
  assert.equal((await problemOf(fetch(at('unknown.test', secure), {}))).code, 'ERR_TLS_CERT_ALTNAME_INVALID')

  const wrongLogin = await problemOf(
    through(both(`http://probata:wrong@127.0.0.1:${squid.port}`))(at('receiver.test', secure), {}),
  )
  assert.deepEqual(
    [wrongLogin.code, /rejects the user name and password/.test(wrongLogin.message)],
    ['PROXY_REFUSED', true],
  )
  assert.doesNotMatch(wrongLogin.message, /wrong|probata:/)
  const lines = await squid.requests(
    /^POST http:\/\/receiver\.test:\d+\/hook 200 probata$/,
    /^CONNECT receiver\.test:\d+ 200 probata$/,
  )
  assert.ok(
    lines.every(line => !/inside|10\.9|printer/.test(line)),
    String(lines),
  )
  assert.ok(outcomes.includes(undefined) && outcomes.some(error => error instanceof Error))
})

test('the error about a proxy that is down, hangs up or is another service has its name, but never its password', async () => {
  const behaviours: [string, (socket: Socket) => unknown][] = [
    ['hangs up', socket => socket.destroy()],
    ['speaks another protocol', socket => socket.end('220 mail ESMTP\r\n')],
    ['asks for credentials', socket => socket.end(http(407, 'no'))],
  ]
  for (const [what, behave] of behaviours) {
    const server = createServer(socket => void behave(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { code, message } = await problemOf(through(both(`u:secret@127.0.0.1:${port}`))('https://receiver.test/', {}))
    assert.match(String(code), /^PROXY_(UNREACHABLE|REFUSED)$/, what)
    assert.ok(message.includes(`http://127.0.0.1:${port} (HTTPS_PROXY)`) && !message.includes('secret'), message)
    server.close()
  }
  for (const url of ['https://receiver.test/', 'http://receiver.test/']) {
    const { code, message } = await problemOf(through(both('u:secret@127.0.0.1:1'))(url, {}))
    assert.equal(code, 'PROXY_UNREACHABLE')
    assert.match(message, /^The proxy http:\/\/127\.0\.0\.1:1 \(HTTPS?_PROXY\) does not answer: ECONNREFUSED\.$/)
  }
})

test('a private authority is trusted once it is configured, and the error names the variable', async () => {
  const { unknown } = await certificates()
  await using receiver = await receive({ certificate: unknown })
  const { code, message } = await problemOf(through({})(receiver.url, {}))
  assert.equal(code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  assert.match(message, /Name the PEM file of that authority in PROBATA_CA_FILE/)
  const trusting = through({}, '127.0.0.0/8', { ca: [unknown.authority] })
  assert.equal((await trusting(receiver.url, {})).status, 200)
})
