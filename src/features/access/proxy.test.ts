import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/workspace/session'
// Each person may try to sign in ten times a minute, so the tests rotate through them.
const people = ['admin', 'reviewer', 'contributor', 'auditor', 'second.reviewer'].flatMap(name =>
  ['acme', 'globex'].map(slug => `${name}@${slug}.example`),
)
let nextPerson = 0
const credentials = () => JSON.stringify({ email: people[nextPerson++ % people.length], password })

interface Reply {
  readonly status: number
  readonly cookie: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the fields that they expect
  readonly body: any
}

type Headers = Readonly<Record<string, string>>

// `fetch` does not let callers set Host.
const send = (p: Probata, method: string, headers: Headers, body = '') =>
  new Promise<Reply>((resolve, reject) => {
    const allHeaders = { ...(body && { 'content-type': 'application/json' }), ...headers }
    const address = p.system.app.server.address()
    assert.ok(typeof address === 'object' && address)
    const outgoing = request({ host: '127.0.0.1', port: address.port, path, method, headers: allHeaders }, response => {
      response.setEncoding('utf8')
      response.toArray().then(chunks => {
        const text = chunks.join('')
        const [cookie = ''] = response.headers['set-cookie'] ?? []
        resolve({ status: response.statusCode ?? 0, cookie, body: text && JSON.parse(text) })
      }, reject)
    })
    outgoing.on('error', reject).end(body)
  })

/** Signs in, reads the session, signs out and reads the session again, like a browser that stores its cookie. */
const runSession = async (p: Probata, headers: Headers) => {
  const opened = await send(p, 'POST', headers, credentials())
  const [cookie = ''] = opened.cookie.split(';')
  const { origin: _, ...readHeaders } = headers
  const statusOf = async (method: string, sent: Headers) => (await send(p, method, { ...sent, cookie })).status
  const statuses = [
    await statusOf('GET', readHeaders),
    await statusOf('DELETE', headers),
    await statusOf('GET', readHeaders),
  ]
  return { opened, statuses }
}

const expectedStatuses = [200, 204, 401]

describe('without a proxy', () => {
  let p: Probata
  before(async () => {
    p = await boot()
  })
  after(() => p[Symbol.asyncDispose]())

  const hosts: readonly [host: string, insecure: boolean][] = [
    ['localhost:8080', false],
    ['LOCALHOST', false],
    ['probata.localhost', false],
    ['127.0.0.1:8080', false],
    ['127.1.2.3', false],
    ['[::1]:8080', false],
    ['probata.example.com', true],
    ['intranet', true],
    ['192.168.1.20:8080', true],
    ['[fd00::20]:8080', true],
    ['127.0.0.1.example.com', true],
    ['localhost.example.com', true],
  ]
  for (const [host, insecure] of hosts) {
    test(`over plain http as ${host}, ${insecure ? 'with' : 'without'} a warning`, async () => {
      const { opened, statuses } = await runSession(p, { host, origin: `http://${host}` })
      assert.equal(opened.status, 200)
      assert.match(opened.cookie, /^probata_session=pbs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/)
      assert.equal(opened.body.insecure, insecure)
      assert.deepEqual(statuses, expectedStatuses)
    })
  }

  test('a session always reports that it was opened over plain http', async () => {
    const { cookie } = await send(p, 'POST', { host: 'intranet' }, credentials())
    const { body } = await send(p, 'GET', { host: 'localhost', cookie: cookie.split(';')[0] ?? '' })
    assert.equal(body.insecure, true)
  })

  test('headers from an unknown proxy change nothing', async () => {
    const host = 'probata.example.com'
    const forged = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '203.0.113.9',
    }
    const { opened, statuses } = await runSession(p, { host, origin: `http://${host}`, ...forged })
    assert.match(opened.cookie, /^probata_session=/)
    assert.equal(opened.body.insecure, true)
    assert.deepEqual(statuses, expectedStatuses)
    const evil = await send(p, 'POST', { host, origin: 'https://evil.example', ...forged }, credentials())
    assert.equal(evil.status, 403)
  })

  const rejectedHeaders: readonly Headers[] = [
    { host: 'a.example', origin: 'http://b.example' },
    { host: 'a.example', origin: 'http://a.example:8080' },
    { host: 'a.example:8080', origin: 'http://a.example' },
    { host: 'a.example', origin: 'null' },
    { host: 'a.example', origin: 'http://a.example', 'sec-fetch-site': 'same-site' },
    { host: 'a.example', origin: 'http://a.example', 'sec-fetch-site': 'none' },
    { host: '', origin: 'http://a.example' },
  ]
  for (const headers of rejectedHeaders) {
    test(`rejects ${JSON.stringify(headers)}`, async () => {
      assert.equal((await send(p, 'POST', headers, credentials())).status, 403)
    })
  }

  const acceptedHeaders: readonly Headers[] = [
    { host: 'a.example:80', origin: 'http://a.example' },
    { host: 'a.example:443', origin: 'https://a.example' },
    { host: 'A.Example', origin: 'http://a.example' },
    // A proxy that neither forwards Host nor identifies itself: only the browser's own headers count.
    { host: '127.0.0.1:8080', origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of acceptedHeaders) {
    test(`accepts ${JSON.stringify(headers)}`, async () => {
      assert.equal((await send(p, 'POST', headers, credentials())).status, 200)
    })
  }
})

describe('behind a trusted proxy', () => {
  let p: Probata
  before(async () => {
    const env = { PROBATA_TRUST_PROXY: '127.0.0.1,::1', PROBATA_URL: 'https://probata.example.com' }
    p = await boot({ env })
  })
  after(() => p[Symbol.asyncDispose]())

  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

  const proxyHeaders: readonly Headers[] = [
    { host: 'probata.example.com', origin: 'https://probata.example.com' },
    { host: '127.0.0.1:8080', 'x-forwarded-host': 'other.example', origin: 'https://other.example' },
    { host: '127.0.0.1:8080', 'x-forwarded-host': '203.0.113.1:8443', origin: 'https://203.0.113.1:8443' },
    { host: '127.0.0.1:8080', 'x-forwarded-host': '[2001:db8::1]', origin: 'https://[2001:db8::1]' },
    // A proxy that silently changes Host: the page comes from the public URL.
    { host: 'upstream', origin: 'https://probata.example.com' },
    { host: 'upstream' },
  ]
  for (const headers of proxyHeaders) {
    test(`over https: ${JSON.stringify(headers)}`, async () => {
      const { opened, statuses } = await runSession(p, { ...https, ...headers })
      assert.equal(opened.status, 200)
      assert.match(
        opened.cookie,
        /^__Host-probata_session=pbs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure$/,
      )
      assert.equal(opened.body.insecure, false)
      assert.deepEqual(statuses, expectedStatuses)
    })
  }

  test('over plain http, the warning depends on the host that the browser requested', async () => {
    const http = { 'x-forwarded-proto': 'http', host: '127.0.0.1:8080', 'x-forwarded-host': 'intranet' }
    const { opened, statuses } = await runSession(p, { ...http, origin: 'http://intranet' })
    assert.match(opened.cookie, /^probata_session=/)
    assert.equal(opened.body.insecure, true)
    assert.deepEqual(statuses, expectedStatuses)
  })

  test('a cross-site request is rejected', async () => {
    const headers = { ...https, host: 'upstream', 'x-forwarded-host': 'other.example' }
    assert.equal((await send(p, 'POST', { ...headers, origin: 'https://evil.example' }, credentials())).status, 403)
    assert.equal((await send(p, 'POST', { ...headers, origin: 'https://upstream' }, credentials())).status, 403)
  })

  test('over https, a cookie without the prefix is ignored', async () => {
    const opened = await send(p, 'POST', https, credentials())
    const [validCookie = ''] = opened.cookie.split(';')
    const unprefixed = validCookie.replace('__Host-', '')
    assert.equal((await send(p, 'GET', { ...https, cookie: unprefixed })).status, 401)
    assert.equal((await send(p, 'GET', { ...https, cookie: `probata_session=old; ${validCookie}` })).status, 200)
    assert.equal((await send(p, 'GET', { cookie: `__Host-probata_session=old; ${unprefixed}` })).status, 200)
  })

  test("the session stores the browser's IP address, not the proxy's", async () => {
    await send(p, 'POST', { ...https, 'user-agent': 'Browser of the proxy test' }, credentials())
    const [row] = await p.sql(`select address from session where user_agent = 'Browser of the proxy test'`)
    assert.equal(row?.address, '203.0.113.9')
  })
})
