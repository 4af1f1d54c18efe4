import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { clientSecret, password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
before(async () => {
  probata = await boot({ env: { PROBATA_TRUST_PROXY: '127.0.0.1', PROBATA_RATE_LIMITS: 'token-issuance=5' } })
})
after(() => probata[Symbol.asyncDispose]())

const post = (path: string, ip: string, body: object) =>
  probata.call('POST', path, { body, headers: { 'x-forwarded-for': ip } })

const token = (ip: string, id: string, secret: string) =>
  post('/api/v1/auth/token', ip, { grant_type: 'client_credentials', client_id: id, client_secret: secret })
const signIn = (ip: string, email: string, text = password) =>
  post('/api/workspace/session', ip, { email, password: text })
const forget = (ip: string, email: string) => post('/api/workspace/session/forgot', ip, { email })
const signOn = (ip: string, email: string) => post('/api/workspace/session/single-sign-on', ip, { email })
const lookAtLink = (ip: string) => post('/api/workspace/invitations/look', ip, { token: 'x' })

const wrongSecret = 'a-secret-that-is-not-the-right-one'
const statuses = async (responses: readonly Promise<{ status: number }>[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const repeat = <T>(count: number, send: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => send(i))

describe('requesting a token', () => {
  test('wrong secrets block only the address that they come from, after five', async () => {
    assert.deepEqual(await statuses(repeat(30, () => token('203.0.113.1', 'acme-reader', wrongSecret))), {
      401: 5,
      429: 25,
    })
    assert.equal((await token('203.0.113.2', 'acme-reader', clientSecret)).status, 200)
  })

  test('a secret that was accepted from an address before still works after wrong ones from there', async () => {
    const ip = '203.0.113.3'
    assert.equal((await token(ip, 'acme-portal', clientSecret)).status, 200)
    await statuses(repeat(30, () => token(ip, 'acme-portal', wrongSecret)))
    const { status, headers } = await token(ip, 'acme-portal', clientSecret)
    assert.deepEqual(
      [status, headers.get('x-ratelimit-bucket'), headers.get('x-ratelimit-remaining')],
      [200, 'token-issuance', '3'],
    )
    assert.equal((await token(ip, 'acme-portal', wrongSecret)).status, 429)
  })

  test('a generated secret is accepted from any address, and only its SHA-256 is stored', async () => {
    const cookie = await probata.signIn('admin@acme.example')
    const body = { name: 'made', scopes: ['governance.evidence:read'], reason: 'for the test of attempts' }
    const { body: created } = await probata.call('POST', '/api/workspace/service-accounts', { cookie, body })
    const { serviceAccount, clientSecret: secret } = created
    const ip = '203.0.113.4'
    await statuses(repeat(30, () => token(ip, serviceAccount.clientId, wrongSecret)))
    assert.equal((await token(ip, serviceAccount.clientId, secret)).status, 200)
    const [row] = await probata.sql('select secret_hash from service_account where id = $1', [serviceAccount.id])
    assert.match(String(row?.secret_hash), /^\$sha256\$[\w-]{43}$/)
    const path = `/api/workspace/service-accounts/${serviceAccount.id}/rotate-secret`
    const rotation = await probata.call('POST', path, { cookie, body: { reason: body.reason } })
    assert.equal((await token('203.0.113.5', serviceAccount.clientId, secret)).status, 401)
    assert.equal((await token('203.0.113.5', serviceAccount.clientId, rotation.body.clientSecret)).status, 200)
  })

  test("the account's bucket counts its own token requests: five a minute, from any address", async () => {
    await statuses(repeat(20, i => token(`203.0.113.${50 + i}`, 'globex-reader', wrongSecret)))
    const responses = []
    for (let i = 0; i < 6; i++) responses.push(await token(`203.0.113.${70 + i}`, 'globex-reader', clientSecret))
    assert.deepEqual(
      responses.map(({ status, headers }) => `${status} ${headers.get('x-ratelimit-remaining')}`),
      ['200 4', '200 3', '200 2', '200 1', '200 0', '429 0'],
    )
    assert.match(responses.at(-1)?.headers.get('retry-after') ?? '', /^\d+$/)
  })

  test("an account can use the whole minute's limit at once", async () => {
    await using roomy = await boot({ env: { PROBATA_RATE_LIMITS: 'token-issuance=20' } })
    const body = { grant_type: 'client_credentials', client_id: 'acme-scanner', client_secret: clientSecret }
    const requests = repeat(22, () => roomy.call('POST', '/api/v1/auth/token', { body }))
    assert.deepEqual(await statuses(requests), { 200: 20, 429: 2 })
  })

  test('an address is blocked after a hundred invented client ids, but a correct secret from there still works', async () => {
    const counts = await statuses(repeat(150, i => token('203.0.113.6', `invented-${i}`, wrongSecret)))
    assert.deepEqual(counts, { 401: 100, 429: 50 })
    assert.equal((await token('203.0.113.6', 'globex-second', wrongSecret)).status, 429)
    assert.equal((await token('203.0.113.6', 'globex-second', clientSecret)).status, 200)
  })
})

describe('signing in', () => {
  const addresses: readonly (readonly [name: string, ipOf: (i: number) => string, otherAddress: string])[] = [
    ['an IPv4 address', () => '198.51.100.1', '198.51.100.2'],
    ['an IPv4 address written as IPv6', i => ['198.51.100.3', '::ffff:198.51.100.3'][i % 2] ?? '', '198.51.100.4'],
    ['the /64 of an IPv6 address', i => `2001:db8:7:1::${i + 1}`, '2001:db8:7:2::1'],
  ]
  for (const [i, [name, ipOf, otherAddress]] of addresses.entries()) {
    test(`ten wrong passwords from ${name} block further attempts from there, and from no other address`, async () => {
      const email = `${['admin', 'reviewer', 'contributor'][i]}@globex.example`
      assert.deepEqual(await statuses(repeat(12, n => signIn(ipOf(n), email, 'wrong'))), { 401: 10, 429: 2 })
      const blocked = await signIn(ipOf(0), email)
      assert.equal(blocked.status, 429)
      assert.match(blocked.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal((await signIn(otherAddress, email)).status, 200)
    })
  }

  test('correct passwords are not charged to an address; each person can open thirty sessions a minute', async () => {
    const [ip, email] = ['198.51.100.9', 'auditor@globex.example']
    for (let i = 0; i < 30; i++) assert.equal((await signIn(ip, email)).status, 200)
    const { status, headers, text } = await signIn('198.51.100.8', email)
    assert.equal(status, 429)
    assert.match(headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(text, /You signed in too often/)
    assert.equal((await signIn(ip, 'admin@globex.example')).status, 200)
  })

  test('each way to sign in has its own buckets', async () => {
    const [ip, email] = ['198.51.100.10', 'auditor@acme.example']
    await statuses(repeat(11, () => signIn(ip, email, 'wrong')))
    assert.equal((await signIn(ip, email)).status, 429)
    assert.equal((await forget(ip, email)).status, 202)
    assert.equal((await signOn(ip, email)).status, 422)
    assert.equal((await lookAtLink(ip)).status, 401)
    assert.deepEqual(await statuses(repeat(20, () => forget(ip, email))), { 202: 4, 429: 16 })
    assert.deepEqual(await statuses(repeat(20, () => signOn(ip, email))), { 422: 9, 429: 11 })
    assert.equal((await lookAtLink(ip)).status, 401)
  })

  test('guesses from many addresses are limited for known and unknown names; an address that signed in before is not blocked', async () => {
    for (const email of ['contributor@acme.example', 'made.up@acme.example']) {
      const usualAddress = '198.51.100.20'
      const before = await signIn(usualAddress, email)
      const counts = await statuses(repeat(40, i => signIn(`198.51.100.${100 + i}`, email, 'wrong')))
      assert.deepEqual(counts, before.status === 200 ? { 401: 20, 429: 20 } : { 401: 19, 429: 21 })
      assert.equal((await signIn('198.51.100.200', email)).status, 429)
      assert.equal((await signIn(usualAddress, email)).status, before.status === 200 ? 200 : 429)
      assert.equal((await forget('198.51.100.200', email)).status, 202)
    }
  })
})

describe('hashing', () => {
  test('callers must retry when the hash queue is full, and people take precedence over machines', async () => {
    const clients = ['acme-scanner', 'acme-second', 'globex-scanner', 'globex-second', 'globex-portal']
    const flood = repeat(100, i => token(`192.0.2.${i + 1}`, clients[i % clients.length] ?? '', `${wrongSecret}-${i}`))
    const people = repeat(4, i => signIn('192.0.2.200', `${['admin', 'reviewer'][i % 2]}@acme.example`))
    assert.deepEqual(await statuses(people), { 200: 4 })
    const responses = await Promise.all(flood)
    const counts = await statuses(flood)
    assert.ok((counts[503] ?? 0) > 0, JSON.stringify(counts))
    assert.deepEqual(Object.keys(counts), ['401', '503'])
    for (const { status, headers } of responses) if (status === 503) assert.equal(headers.get('retry-after'), '1')
  })

  test('unknown names do not cost a hash', async () => {
    const responses = await Promise.all([
      ...repeat(200, i => token(`192.0.2.${i + 1}`, `invented-${i}`, wrongSecret)),
      ...repeat(200, i => signIn(`192.0.2.${i + 1}`, `invented-${i}@acme.example`, wrongSecret)),
    ])
    assert.deepEqual(await statuses(responses.map(async response => response)), { 401: 400 })
  })
})
