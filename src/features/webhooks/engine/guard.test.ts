import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { hostname } from 'node:os'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { createGuard, type Guard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import { allowed, internal } from '#test/receivers/behaviours.ts'
import { internalHosts, internalNames, thisMachine } from '#test/receivers/internal-hosts.ts'
import { createNames } from '#test/receivers/names.ts'
import { http, type Receiver, receive } from '#test/receivers/receiver.ts'
import { createSender } from './send.ts'

const names = createNames()
const strict = createGuard({ lookup: names.lookup })
const strictSender = createSender({ guard: strict })
const permissive = createGuard({ lookup: names.lookup, allow: networks('0.0.0.0/0,::/0') })

/** Servers that accept any connection at any address of this machine. */
let canaries: readonly Receiver[]
let ports: readonly number[]

before(async () => {
  canaries = await Promise.all([receive({ host: '0.0.0.0' }), receive({ host: '::' })])
  ports = canaries.map(({ url }) => Number(new URL(url).port))
})
after(async () => {
  const disposables = [strictSender, ...canaries]
  await Promise.all(disposables.map(disposable => disposable[Symbol.asyncDispose]()))
})

const visits = () => canaries.reduce((sum, { connections }) => sum + connections, 0)

for (const [name, addresses] of Object.entries(internalNames)) names.set(name, () => addresses)

/** Texts that are not valid URLs. */
const invalidHosts = [
  '[fe80::1%25lo] [fe80::1%lo] [::1%250] [::1 ::1 127.0.0.1.1.1 256.256.256.256 0x1ffffffff 127.0.0.1%00 1.2.3.4.5 exam%23ple',
]
  .flatMap(line => line.split(' '))
  .concat('', ' ')

const post = async (guard: Guard, url: string) => {
  await using sender = createSender({ guard })
  return await sender.send({ url: new URL(url), headers: {}, body: Buffer.from('{}') })
}

const urlOf = (host: string, port: number | undefined) => `https://${host}:${port}/`

const assertForbidden = async (text: string) => {
  assert.match((await strict.problem(text))?.text ?? 'accepted', /^must /)
  const url = URL.parse(text)
  if (!url) return
  const { status, failure } = await strictSender.send({ url, headers: {}, body: Buffer.from('{}') })
  assert.deepEqual({ status, failure }, { status: null, failure: 'forbidden_address' })
}

for (const host of [...thisMachine, ...internalHosts]) {
  test(`forbidden: ${host}`, async () => {
    for (const port of ports) await assertForbidden(urlOf(host, port))
    await assertForbidden(`https://${host}/latest/meta-data/`)
    assert.equal(visits(), 0)
  })
}

for (const host of invalidHosts) {
  test(`not a URL: ${JSON.stringify(host)}`, async () => {
    assert.equal(URL.parse(urlOf(host, ports[0])), null)
    await assertForbidden(urlOf(host, ports[0]))
  })
}

test("this machine's names are forbidden", async () => {
  for (const name of [
    hostname(),
    'localhost.',
    'a.localhost',
    'ip6-localhost',
    'ip6-loopback',
    'localhost.localdomain',
  ]) {
    const url = new URL(urlOf(name, ports[1]))
    const { failure } = await strictSender.send({ url, headers: {}, body: Buffer.from('{}') })
    assert.ok(failure === 'forbidden_address' || failure === 'name_not_found', `${name}: ${failure}`)
  }
})

test('the canaries received no connection from the tests above', () => {
  assert.ok(thisMachine.length + internalHosts.length >= 60)
  assert.equal(visits(), 0)
})

test('no delivery connects to the port of another kind of service, even for an existing webhook', async () => {
  await using cache = await receive({ host: '127.9.9.9', port: 11211 })
  const result = await post(permissive, cache.url)
  assert.deepEqual([result.status, result.failure, cache.connections], [null, 'forbidden_port', 0])
})

test('the canaries receive a connection for each form of a local address if it is allowed', async () => {
  for (const host of thisMachine) {
    const before = visits()
    const url = new URL(`http://${host}:${ports[1]}/`)
    url.username = url.password = ''
    await post(permissive, url.href)
    assert.equal(visits(), before + 1, host)
  }
})

const guardFor = (list: string) => createGuard({ lookup: names.lookup, allow: networks(list), threads: 16 })

test('deliveries reach allowed networks over plain HTTP, by address and by name', async () => {
  names.set('receiver.test', () => ['127.0.0.1'])
  names.set('both.test', () => ['::1', '127.0.0.1'])
  await using receiver = await receive()
  await using other = await receive({ host: '::1' })
  const { port } = new URL(receiver.url)
  const guard = guardFor('127.0.0.0/8,::1')
  const urls = [
    receiver.url,
    other.url,
    ...['receiver.test', 'both.test', '2130706433', '[::ffff:127.0.0.1]'].map(host => `http://${host}:${port}/`),
  ]
  for (const url of urls) {
    assert.equal(await guard.problem(url), undefined)
    assert.equal((await post(guard, url)).status, 200, url)
  }
  assert.deepEqual([receiver.connections, other.connections], [5, 1])
})

test('plain HTTP is not sent to a public address', async () => {
  names.set('public.test', () => ['93.184.216.34'])
  for (const host of ['public.test', '93.184.216.34', '[2606:4700::1111]']) {
    assert.equal((await post(strict, `http://${host}/`)).failure, 'forbidden_address', host)
  }
})

test('a name that resolves to a public address when checked and to this machine when used gets no connection', async () => {
  names.set('rebinding.test', n => (n === 1 ? ['93.184.216.34'] : ['127.0.0.1']))
  const before = visits()
  const url = urlOf('rebinding.test', ports[1])
  assert.equal(await strict.problem(url), undefined)
  assert.equal((await post(strict, url)).failure, 'forbidden_address')
  assert.deepEqual([names.lookups('rebinding.test'), visits()], [2, before])
})

test('a connection goes to the checked address, with a single lookup', async () => {
  names.set('turning.test', n => [n % 2 === 1 ? allowed : internal])
  const closing = http(200, '', { connection: 'close' })
  await using receiver = await receive({ answer: socket => socket.end(closing) })
  const port = Number(new URL(receiver.url).port)
  await using canary = await receive({ host: internal, port })
  await using sender = createSender({ guard: guardFor(allowed) })
  const outcomes = []
  for (let i = 0; i < 6; i++) {
    const url = new URL(`http://turning.test:${port}/`)
    outcomes.push((await sender.send({ url, headers: {}, body: Buffer.from('{}') })).failure ?? 'delivered')
  }
  const alternating = ['delivered', 'forbidden_address']
  assert.deepEqual(outcomes, [...alternating, ...alternating, ...alternating])
  assert.deepEqual([names.lookups('turning.test'), receiver.connections, canary.connections], [6, 3, 0])
})

test('redirects are not followed', async () => {
  await using canary = await receive({ host: internal })
  for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
    await using receiver = await receive({
      answer: socket =>
        socket.write(
          http(status, '', { location: canary.url, 'content-location': canary.url, refresh: `0;${canary.url}` }),
        ),
    })
    const exchange = await post(guardFor(`${allowed},${internal}`), receiver.url)
    assert.deepEqual([exchange.status, exchange.failure, exchange.headers.location], [status, 'redirect', canary.url])
  }
  assert.equal(canary.connections, 0)
})

const throughProxies = `
  const [guardModule, sendModule, networksModule, url] = process.argv.slice(1)
  const [{ createGuard }, { createSender }, { networks }] = await Promise.all([import(guardModule), import(sendModule), import(networksModule)])
  await using sender = createSender({ guard: createGuard({ allow: networks('127.0.0.1') }) })
  const send = url => sender.send({ url: new URL(url), headers: {}, body: Buffer.from('{}') })
  const ours = [(await send(url)).status, (await send('https://10.0.0.1/')).failure, (await send('http://10.0.0.1/')).failure]
  console.log(JSON.stringify({ ours, fetched: (await fetch('http://10.0.0.1/')).status }))
`

test('proxies from the environment are not used', async () => {
  await using receiver = await receive()
  await using proxy = await receive({ answer: socket => socket.write(http(418, '')) })
  const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const env = Object.fromEntries(variables.map(name => [name, new URL(proxy.url).origin]))
  const modules = ['#lib/guarded/guard.ts', './send.ts', '#lib/networks.ts'].map(name => import.meta.resolve(name))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', throughProxies, ...modules, receiver.url],
    { env: { PATH: process.env.PATH, NODE_USE_ENV_PROXY: '1', ...env } },
  )
  const forbidden = 'forbidden_address'
  assert.deepEqual(JSON.parse(stdout), { ours: [200, forbidden, forbidden], fetched: 418 })
  assert.deepEqual([receiver.connections, proxy.connections], [1, 1])
})
