import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, second } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
before(async () => {
  probata = await boot()
})
after(() => probata[Symbol.asyncDispose]())

const reason = 'Needed for the access test'
const cookies = new Map<string, string>()

const cookieOf = async (role: string): Promise<string> => {
  const cookie = cookies.get(role) ?? (await probata.signIn(`${role}@acme.example`))
  cookies.set(role, cookie)
  return cookie
}

const asRole = async (role: string, method: string, path: string, body?: object) =>
  probata.call(method, path, { cookie: await cookieOf(role), ...(body && { body: { reason, ...body } }) })

const accounts = '/api/workspace/service-accounts'

const signIn = (email: string, text = password) =>
  probata.call('POST', '/api/workspace/session', { body: { email, password: text } })

test('the cookie is http-only, same-site and for the whole site', async () => {
  const { status, headers, body } = await signIn(' Admin@Acme.example ')
  assert.equal(status, 200)
  assert.equal(body.person.email, 'admin@acme.example')
  assert.match(
    headers.get('set-cookie') ?? '',
    /^probata_session=pbs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
  )
})

test('an unknown address and a wrong password are answered alike', async () => {
  const [wrong, unknown] = [await signIn('auditor@acme.example', 'wrong'), await signIn('nobody@acme.example', 'wrong')]
  for (const { status, body } of [wrong, unknown]) {
    assert.equal(status, 401)
    assert.deepEqual(Object.keys(body), ['error', 'message', 'requestId'])
  }
  assert.equal(wrong.body.message, unknown.body.message)
  assert.deepEqual([...wrong.headers.keys()], [...unknown.headers.keys()])
})

const origins: { headers: Record<string, string>; status: number }[] = [
  { headers: { origin: 'https://evil.example' }, status: 403 },
  { headers: { origin: 'null' }, status: 403 },
  { headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
  { headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
  { headers: { 'sec-fetch-site': 'same-origin' }, status: 400 },
]
for (const { headers, status } of origins) {
  test(`a change with ${JSON.stringify(headers)} is answered ${status}`, async () => {
    const cookie = await cookieOf('admin')
    assert.equal((await probata.call('POST', accounts, { cookie, headers, body: {} })).status, status)
  })
}

test('a change from our own page is let through', async () => {
  const cookie = await cookieOf('admin')
  const { status } = await probata.call('POST', accounts, { cookie, headers: { origin: probata.url }, body: {} })
  assert.equal(status, 400)
})

test('signing out ends the session', async () => {
  const cookie = (await signIn('auditor@acme.example')).headers.get('set-cookie')?.split(';')[0] ?? ''
  const path = '/api/workspace/session'
  assert.equal((await probata.call('GET', path, { cookie })).status, 200)
  const { status, headers } = await probata.call('DELETE', path, { cookie })
  assert.equal(status, 204)
  assert.match(headers.get('set-cookie') ?? '', /^probata_session=; .*Max-Age=0$/)
  assert.equal((await probata.call('GET', path, { cookie })).status, 401)
})

test('a session ends after 12 hours', async () => {
  const cookie = await cookieOf('admin')
  cookies.clear()
  probata.clock.advance(12 * hour + second)
  assert.equal((await probata.call('GET', accounts, { cookie })).status, 401)
})

const unknown = 'sva_00000000000000000000000000'
const matrix: { method: string; path: string; body?: object; allowed: string[]; status: number }[] = [
  { method: 'GET', path: accounts, allowed: ['admin'], status: 200 },
  { method: 'POST', path: accounts, body: {}, allowed: ['admin'], status: 400 },
  { method: 'GET', path: `${accounts}/${unknown}`, allowed: ['admin'], status: 404 },
  { method: 'POST', path: `${accounts}/${unknown}/disable`, body: {}, allowed: ['admin'], status: 404 },
  {
    method: 'GET',
    path: '/api/workspace/people',
    allowed: ['admin', 'reviewer', 'contributor', 'auditor'],
    status: 200,
  },
  { method: 'POST', path: '/api/workspace/people', body: {}, allowed: ['admin'], status: 400 },
  { method: 'PATCH', path: `/api/workspace/people/${unknown}`, body: {}, allowed: ['admin'], status: 404 },
  { method: 'POST', path: '/api/workspace/claims', body: {}, allowed: ['admin', 'contributor'], status: 400 },
]
for (const role of ['admin', 'reviewer', 'contributor', 'auditor']) {
  test(`${role} may do what the role may`, async () => {
    for (const { method, path, body, allowed, status } of matrix) {
      const answer = await asRole(role, method, path, body)
      assert.equal(answer.status, allowed.includes(role) ? status : 403, `${method} ${path}`)
    }
  })
}

test('nobody gets in without a session', async () => {
  for (const { method, path, body } of matrix) {
    const { status } = await probata.call(method, path, body && { body })
    assert.equal(status, 401, `${method} ${path}`)
  }
})
