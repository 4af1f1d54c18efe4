import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/workspace/session'
// Used in turn, because ten attempts to sign in as one of them are allowed per minute.
const people = ['admin', 'reviewer', 'contributor', 'auditor', 'second.reviewer'].flatMap(name =>
  ['acme', 'globex'].map(slug => `${name}@${slug}.example`),
)
let turn = 0
const credentials = () => JSON.stringify({ email: people[turn++ % people.length], password })

interface Reply {
  readonly status: number
  readonly cookie: string
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body by asserting on it
  readonly body: any
}

type Headers = Readonly<Record<string, string>>

// `fetch` does not let callers set Host.
const send = (p: Probata, method: string, headers: Headers, body = '') =>
  new Promise<Reply>((resolve, reject) => {
    const sent = { ...(body && { 'content-type': 'application/json' }), ...headers }
    const listening = p.system.app.server.address()
    assert.ok(typeof listening === 'object' && listening)
    const asked = request({ host: '127.0.0.1', port: listening.port, path, method, headers: sent }, response => {
      response.setEncoding('utf8')
      response.toArray().then(chunks => {
        const text = chunks.join('')
        const [cookie = ''] = response.headers['set-cookie'] ?? []
        resolve({ status: response.statusCode ?? 0, cookie, body: text && JSON.parse(text) })
      }, reject)
    })
    asked.on('error', reject).end(body)
  })

/** Signs in, reads the session, signs out and reads it again, like a browser that stores its cookie. */
const walk = async (p: Probata, headers: Headers) => {
  const opened = await send(p, 'POST', headers, credentials())
  const [cookie = ''] = opened.cookie.split(';')
  const { origin: _, ...reading } = headers
  const statusOf = async (method: string, kept: Headers) => (await send(p, method, { ...kept, cookie })).status
  const statuses = [await statusOf('GET', reading), await statusOf('DELETE', headers), await statusOf('GET', reading)]
  return { opened, statuses }
}

const whole = [200, 204, 401]

describe('asked directly', () => {
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
      const { opened, statuses } = await walk(p, { host, origin: `http://${host}` })
      assert.equal(opened.status, 200)
      assert.match(opened.cookie, /^probata_session=pbs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/)
      assert.equal(opened.body.insecure, insecure)
      assert.deepEqual(statuses, whole)
    })
  }

  test('a session reports for its whole life that it was opened over plain http', async () => {
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
    const { opened, statuses } = await walk(p, { host, origin: `http://${host}`, ...forged })
    assert.match(opened.cookie, /^probata_session=/)
    assert.equal(opened.body.insecure, true)
    assert.deepEqual(statuses, whole)
    const evil = await send(p, 'POST', { host, origin: 'https://evil.example', ...forged }, credentials())
    assert.equal(evil.status, 403)
  })

  const refused: readonly Headers[] = [
    { host: 'a.example', origin: 'http://b.example' },
    { host: 'a.example', origin: 'http://a.example:8080' },
    { host: 'a.example:8080', origin: 'http://a.example' },
    { host: 'a.example', origin: 'null' },
    { host: 'a.example', origin: 'http://a.example', 'sec-fetch-site': 'same-site' },
    { host: 'a.example', origin: 'http://a.example', 'sec-fetch-site': 'none' },
    { host: '', origin: 'http://a.example' },
  ]
  for (const headers of refused) {
    test(`refused: ${JSON.stringify(headers)}`, async () => {
      assert.equal((await send(p, 'POST', headers, credentials())).status, 403)
    })
  }

  const accepted: readonly Headers[] = [
    { host: 'a.example:80', origin: 'http://a.example' },
    { host: 'a.example:443', origin: 'https://a.example' },
    { host: 'A.Example', origin: 'http://a.example' },
    // A proxy that neither passes Host on nor identifies itself; the browser's own headers decide.
    { host: '127.0.0.1:8080', origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of accepted) {
    test(`let through: ${JSON.stringify(headers)}`, async () => {
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

  const ways: readonly Headers[] = [
    { host: 'probata.example.com', origin: 'https://probata.example.com' },
    { host: '127.0.0.1:8080', 'x-forwarded-host': 'other.example', origin: 'https://other.example' },
    { host: '127.0.0.1:8080', 'x-forwarded-host': '203.0.113.1:8443', origin: 'https://203.0.113.1:8443' },
    { host: '127.0.0.1:8080', 'x-forwarded-host': '[2001:db8::1]', origin: 'https://[2001:db8::1]' },
    // A proxy that silently changes Host: the page is from the public address.
    { host: 'upstream', origin: 'https://probata.example.com' },
    { host: 'upstream' },
  ]
  for (const headers of ways) {
    test(`over https: ${JSON.stringify(headers)}`, async () => {
      const { opened, statuses } = await walk(p, { ...https, ...headers })
      assert.equal(opened.status, 200)
      assert.match(
        opened.cookie,
        /^__Host-probata_session=pbs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure$/,
      )
      assert.equal(opened.body.insecure, false)
      assert.deepEqual(statuses, whole)
    })
  }

  test('over plain http the warning names the host that the browser requested', async () => {
    const http = { 'x-forwarded-proto': 'http', host: '127.0.0.1:8080', 'x-forwarded-host': 'intranet' }
    const { opened, statuses } = await walk(p, { ...http, origin: 'http://intranet' })
    assert.match(opened.cookie, /^probata_session=/)
    assert.equal(opened.body.insecure, true)
    assert.deepEqual(statuses, whole)
  })

  test('another site is refused', async () => {
    const headers = { ...https, host: 'upstream', 'x-forwarded-host': 'other.example' }
    assert.equal((await send(p, 'POST', { ...headers, origin: 'https://evil.example' }, credentials())).status, 403)
    assert.equal((await send(p, 'POST', { ...headers, origin: 'https://upstream' }, credentials())).status, 403)
  })

  test('over https a cookie without the prefix is ignored and does no harm', async () => {
    const opened = await send(p, 'POST', https, credentials())
    const [good = ''] = opened.cookie.split(';')
    const bare = good.replace('__Host-', '')
    assert.equal((await send(p, 'GET', { ...https, cookie: bare })).status, 401)
    assert.equal((await send(p, 'GET', { ...https, cookie: `probata_session=old; ${good}` })).status, 200)
    assert.equal((await send(p, 'GET', { cookie: `__Host-probata_session=old; ${bare}` })).status, 200)
  })

  test('the session knows the address of the browser, not that of the proxy', async () => {
    await send(p, 'POST', { ...https, 'user-agent': 'Browser of the proxy test' }, credentials())
    const [row] = await p.sql(`select address from session where user_agent = 'Browser of the proxy test'`)
    assert.equal(row?.address, '203.0.113.9')
  })
})
