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

test('the session cookie is http-only, same-site and valid for the whole site', async () => {
  const { status, headers, body } = await signIn(' Admin@Acme.example ')
  assert.equal(status, 200)
  assert.equal(body.person.email, 'admin@acme.example')
  assert.match(
    headers.getSetCookie()[0] ?? '',
    /^probata_session=pbs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
  )
})

test('the session shows the person, workspace, sign-in method and end, at sign-in and later', async () => {
  const { headers, body } = await signIn('auditor@acme.example')
  const [organization] = await probata.sql(`select id, slug, name from organization where slug = 'acme'`)
  const { person, expiresAt, draftKey, maxUploadBytes, ...rest } = body
  const display = { language: null, timeZone: null, dateFormat: null }
  assert.deepEqual(rest, { organization, secondFactor: 'none', signedInWith: 'password', display, insecure: false })
  assert.deepEqual([person.role, person.secondFactor], ['auditor', 'none'])
  assert.equal(maxUploadBytes, 104_857_600)
  assert.ok(Math.abs(Date.parse(expiresAt) - probata.clock.now() - 12 * hour) < 10 * second)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.deepEqual((await probata.call('GET', '/api/workspace/session', { cookie })).body, body)
  assert.match(draftKey, /^[A-Za-z0-9_-]{43}$/)
  assert.equal((await signIn('auditor@acme.example')).body.draftKey, draftKey)
  assert.notEqual((await signIn('second.reviewer@acme.example')).body.draftKey, draftKey)
})

test("a session stores the browser's user agent, as one line of at most 300 characters", async () => {
  const email = 'second.reviewer@acme.example'
  const agents: readonly (readonly [sent: string, stored: string | null])[] = [
    ['Mozilla/5.0\t(X11)   \u0085 \u00e9', 'Mozilla/5.0 (X11) é'],
    ['x'.repeat(1000), 'x'.repeat(300)],
    ['', null],
  ]
  for (const [agent, stored] of agents) {
    const body = { email, password }
    await probata.call('POST', '/api/workspace/session', { body, headers: { 'user-agent': agent } })
    const [row] = await probata.sql(
      `select s.user_agent, s.address from session s join login_name n on n.subject_id = s.person_id and n.name = $1
        order by s.id desc limit 1`,
      [email],
    )
    assert.deepEqual(row, { user_agent: stored, address: '127.0.0.1' })
  }
})

test('the use of a session is recorded once a minute', async () => {
  const cookie = await probata.signIn('second.reviewer@globex.example')
  const touchSession = async () => {
    assert.equal((await probata.call('GET', '/api/workspace/session', { cookie })).status, 200)
    const [row] = await probata.sql(
      `select s.last_used_at - s.created_at as after, s.xmin::text as version from session s
        where s.person_id = (select subject_id from login_name where name = 'second.reviewer@globex.example')`,
    )
    return row
  }
  const { forget } = probata.system.services.identities
  const initialRow = await touchSession()
  probata.clock.advance(59 * second)
  forget()
  assert.deepEqual(await touchSession(), initialRow)
  probata.clock.advance(second)
  forget()
  let updatedRow = await touchSession()
  while (updatedRow?.version === initialRow?.version) updatedRow = await touchSession()
  assert.ok(updatedRow)
  forget()
  assert.deepEqual(await touchSession(), updatedRow)
})

test('an unknown address and a wrong password get the same response', async () => {
  const [wrongPassword, unknown] = [
    await signIn('auditor@acme.example', 'wrong'),
    await signIn('unknown@acme.example', 'wrong'),
  ]
  for (const { status, body } of [wrongPassword, unknown]) {
    assert.equal(status, 401)
    assert.deepEqual(Object.keys(body), ['error', 'message', 'code', 'values', 'requestId'])
  }
  assert.equal(wrongPassword.body.message, unknown.body.message)
  assert.deepEqual([...wrongPassword.headers.keys()], [...unknown.headers.keys()])
})

const origins: { headers: Record<string, string>; status: number }[] = [
  { headers: { origin: 'https://evil.example' }, status: 403 },
  { headers: { origin: 'null' }, status: 403 },
  { headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
  { headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
  { headers: { 'sec-fetch-site': 'same-origin' }, status: 400 },
]
for (const { headers, status } of origins) {
  test(`a change with ${JSON.stringify(headers)} returns ${status}`, async () => {
    const cookie = await cookieOf('admin')
    assert.equal((await probata.call('POST', accounts, { cookie, headers, body: {} })).status, status)
  })
}

test('a change from our own page is accepted', async () => {
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

test("a sign-in ends the browser's previous session, and no other", async () => {
  const path = '/api/workspace/session'
  const openSession = async (email: string, headers = {}) => {
    const response = await probata.call('POST', path, { body: { email, password }, headers })
    assert.equal(response.status, 200)
    return response.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const statusOf = async (cookie: string) => (await probata.call('GET', path, { cookie })).status
  const [first, other] = [await openSession('auditor@acme.example'), await openSession('auditor@acme.example')]
  const second = await openSession('auditor@acme.example', { cookie: first })
  assert.notEqual(second, first)
  assert.deepEqual([await statusOf(first), await statusOf(other), await statusOf(second)], [401, 200, 200])
  const third = await openSession('admin@globex.example', { cookie: second })
  assert.deepEqual([await statusOf(second), await statusOf(third)], [401, 200])
  const rejection = await probata.call('POST', path, {
    body: { email: 'auditor@acme.example', password: 'not the password' },
    headers: { cookie: third },
  })
  assert.deepEqual([rejection.status, await statusOf(third)], [401, 200])
})

test('a session ends after 12 hours', async () => {
  const cookie = await cookieOf('admin')
  cookies.clear()
  probata.clock.advance(12 * hour + second)
  assert.equal((await probata.call('GET', accounts, { cookie })).status, 401)
})

const unknown = 'sva_00000000000000000000000000'
const matrix: { method: string; path: string; body?: object; allowed: string[]; status: number }[] = [
  { method: 'GET', path: accounts, allowed: ['admin', 'auditor'], status: 200 },
  { method: 'POST', path: accounts, body: {}, allowed: ['admin'], status: 400 },
  { method: 'GET', path: `${accounts}/${unknown}`, allowed: ['admin', 'auditor'], status: 404 },
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
  test(`${role} has exactly the permissions of the role`, async () => {
    for (const { method, path, body, allowed, status } of matrix) {
      const response = await asRole(role, method, path, body)
      assert.equal(response.status, allowed.includes(role) ? status : 403, `${method} ${path}`)
    }
  })
}

test('every operation requires a session', async () => {
  for (const { method, path, body } of matrix) {
    const { status } = await probata.call(method, path, body && { body })
    assert.equal(status, 401, `${method} ${path}`)
  }
})
