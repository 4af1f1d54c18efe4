import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { offerSetup } from './setup-link.ts'

const reason = 'Needed for the access test'
const secret = 'secret-of-the-scanner-1'
const password = 'correct horse battery'
const scopes = ['governance.evidence:read', 'governance.evidence:write']

let probata: Probata
before(async () => {
  const people = ['admin', 'reviewer', 'contributor', 'auditor'].map(role => {
    return { email: `${role}@acme.example`, name: role, password, role }
  })
  const serviceAccounts = ['scanner', 'disabled', 'rotated', 'narrowed'].map(clientId => {
    return { name: clientId, clientId, clientSecret: secret, scopes }
  })
  const acme = { slug: 'acme', name: 'Acme', users: people, serviceAccounts }
  probata = await boot({ provision: { organizations: [acme] } })
})
after(() => probata[Symbol.asyncDispose]())

const tokenPath = '/api/v1/auth/token'
const form = 'application/x-www-form-urlencoded'
const claims = '/api/v1/governance/evidence/claims'
const accounts = '/api/workspace/service-accounts'

const basic = (id: string, text: string) => `Basic ${Buffer.from(`${id}:${text}`).toString('base64')}`

const ask = (body: object) => probata.call('POST', tokenPath, { body: { grant_type: 'client_credentials', ...body } })

const takeToken = async (clientId: string, clientSecret = secret): Promise<string> => {
  const { status, body } = await ask({ client_id: clientId, client_secret: clientSecret })
  assert.equal(status, 200)
  return body.access_token
}

const signIn = (email: string, text = password) =>
  probata.call('POST', '/api/workspace/session', { body: { email, password: text } })

const cookies = new Map<string, string>()
const cookieOf = async (role: string): Promise<string> => {
  const known = cookies.get(role)
  if (known) return known
  const answer = await signIn(`${role}@acme.example`)
  assert.equal(answer.status, 200)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  cookies.set(role, cookie)
  return cookie
}

const asRole = async (role: string, method: string, path: string, body?: object) =>
  probata.call(method, path, { cookie: await cookieOf(role), ...(body && { body: { reason, ...body } }) })

const accountId = async (clientId: string): Promise<string> => {
  const { body } = await asRole('admin', 'GET', accounts)
  return body.serviceAccounts.find((account: { clientId: string }) => account.clientId === clientId).id
}

const audited = async (action: string) => {
  const rows = await probata.sql('select record from audit_event where action = $1 order by id', [action])
  return rows.map(row => JSON.parse(String(row.record)))
}

describe('tokens', () => {
  const ways = {
    client_secret_basic: () =>
      probata.call('POST', tokenPath, {
        headers: { authorization: basic('scanner', secret), 'content-type': form },
        body: 'grant_type=client_credentials',
      }),
    client_secret_post: () =>
      probata.call('POST', tokenPath, {
        headers: { 'content-type': form },
        body: `grant_type=client_credentials&client_id=scanner&client_secret=${secret}`,
      }),
    'a JSON body': () => ask({ client_id: 'scanner', client_secret: secret }),
  }
  for (const [way, take] of Object.entries(ways)) {
    test(`by ${way}`, async () => {
      const { status, headers, body } = await take()
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.deepEqual(
        { ...body, access_token: typeof body.access_token },
        { access_token: 'string', token_type: 'Bearer', expires_in: 3600, scope: scopes.join(' ') },
      )
      assert.equal((await probata.call('GET', claims, { token: body.access_token })).status, 200)
    })
  }

  const refusals: { name: string; body: object; status: number; error: string }[] = [
    {
      name: 'a wrong secret',
      body: { client_id: 'scanner', client_secret: 'x' },
      status: 401,
      error: 'invalid_client',
    },
    {
      name: 'an unknown client',
      body: { client_id: 'x', client_secret: secret },
      status: 401,
      error: 'invalid_client',
    },
    {
      name: "a person's name",
      body: { client_id: 'admin@acme.example', client_secret: password },
      status: 401,
      error: 'invalid_client',
    },
    { name: 'no credentials', body: {}, status: 401, error: 'invalid_client' },
    {
      name: 'another grant',
      body: { client_id: 'scanner', client_secret: secret, grant_type: 'password' },
      status: 400,
      error: 'unsupported_grant_type',
    },
    {
      name: 'a scope that is not held',
      body: { client_id: 'scanner', client_secret: secret, scope: 'webhooks:manage' },
      status: 400,
      error: 'invalid_scope',
    },
  ]
  for (const { name, body, status, error } of refusals) {
    test(`${name} is refused in the shape of RFC 6749 and of the envelope`, async () => {
      const answer = await ask(body)
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.body.error, error)
      assert.equal(answer.body.error_description, answer.body.message)
      assert.equal(answer.body.requestId, answer.headers.get('x-request-id'))
      assert.equal(answer.headers.has('www-authenticate'), status === 401)
    })
  }

  test('scope narrows the token', async () => {
    const { body } = await ask({ client_id: 'scanner', client_secret: secret, scope: scopes[0] })
    assert.equal(body.scope, scopes[0])
    const refused = await probata.call('POST', claims, { token: body.access_token, body: {} })
    assert.equal(refused.status, 403)
    assert.equal(refused.body.error, 'forbidden_scope')
    assert.equal(refused.body.requiredScope, 'governance.evidence:write')
    assert.match(refused.headers.get('www-authenticate') ?? '', /error="insufficient_scope".*evidence:write/)
  })

  test('a token ends after an hour', async () => {
    const token = await takeToken('scanner')
    probata.clock.advance(hour - minute)
    assert.equal((await probata.call('GET', claims, { token })).status, 200)
    probata.clock.advance(minute + second)
    const { status, headers } = await probata.call('GET', claims, { token })
    assert.equal(status, 401)
    assert.match(headers.get('www-authenticate') ?? '', /error="invalid_token"/)
  })

  test('no token text and no secret is stored', async () => {
    const token = await takeToken('scanner')
    const rows = await probata.sql(
      'select t::text as row from access_token t union all select s::text from service_account s',
    )
    assert.equal(
      rows.some(({ row }) => String(row).includes(token) || String(row).includes(secret)),
      false,
    )
  })
})

describe('service accounts', () => {
  test('a disabled account is told 403 at once, and 401 with its old tokens once enabled again', async () => {
    const token = await takeToken('disabled')
    const id = await accountId('disabled')
    assert.equal((await probata.call('GET', claims, { token })).status, 200)
    const disabled = await asRole('admin', 'POST', `${accounts}/${id}/disable`, {})
    assert.equal(disabled.body.status, 'disabled')
    const refused = await probata.call('GET', claims, { token })
    assert.deepEqual([refused.status, refused.body.error], [403, 'forbidden_resource'])
    assert.equal((await ask({ client_id: 'disabled', client_secret: secret })).status, 401)
    assert.equal((await asRole('admin', 'POST', `${accounts}/${id}/disable`, {})).status, 422)
    assert.equal((await asRole('admin', 'POST', `${accounts}/${id}/enable`, {})).body.status, 'active')
    assert.equal((await probata.call('GET', claims, { token })).status, 401)
    assert.equal((await probata.call('GET', claims, { token: await takeToken('disabled') })).status, 200)
  })

  test('a rotated secret ends the old one and its tokens at once', async () => {
    const token = await takeToken('rotated')
    assert.equal((await probata.call('GET', claims, { token })).status, 200)
    const { status, body } = await asRole(
      'admin',
      'POST',
      `${accounts}/${await accountId('rotated')}/rotate-secret`,
      {},
    )
    assert.equal(status, 200)
    assert.equal((await probata.call('GET', claims, { token })).status, 401)
    assert.equal((await ask({ client_id: 'rotated', client_secret: secret })).status, 401)
    await takeToken('rotated', body.clientSecret)
  })

  test('fewer scopes take effect on tokens that are out', async () => {
    const token = await takeToken('narrowed')
    const path = `${accounts}/${await accountId('narrowed')}`
    const changed = await asRole('admin', 'PATCH', path, { scopes: ['governance.findings:read'], name: 'Narrowed' })
    assert.deepEqual([changed.body.name, changed.body.scopes], ['Narrowed', ['governance.findings:read']])
    assert.deepEqual((await asRole('admin', 'GET', path)).body, changed.body)
    assert.equal((await probata.call('GET', claims, { token })).status, 403)
  })

  test('a secret is shown once: a replay answers without it', async () => {
    const options = {
      cookie: await cookieOf('admin'),
      key: 'create-replayed',
      body: { name: 'Replayed', clientId: 'replayed', scopes, reason },
    }
    const first = await probata.call('POST', accounts, options)
    assert.equal(first.status, 201)
    await takeToken('replayed', first.body.clientSecret)
    const again = await probata.call('POST', accounts, options)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, { serviceAccount: first.body.serviceAccount })
    const taken = await asRole('admin', 'POST', accounts, { name: 'Other', clientId: 'replayed', scopes })
    assert.deepEqual([taken.status, taken.body.error], [409, 'conflict'])
  })

  test('every change leaves its reason and digests in the audit trail', async () => {
    for (const action of ['create', 'update', 'disable', 'enable', 'rotate_secret']) {
      const row = (await audited(`service_account.${action}`)).findLast(
        ({ actorKind, outcome }) => actorKind === 'person' && outcome === 'done',
      )
      assert.equal(row.reason, reason, action)
      assert.match(row.afterDigest, /^[0-9a-f]{64}$/)
    }
  })

  const bad: { name: string; body: object; path: string }[] = [
    { name: 'an unknown scope', body: { name: 'x', scopes: ['everything'] }, path: 'scopes.0' },
    { name: 'no scope', body: { name: 'x', scopes: [] }, path: 'scopes' },
    { name: 'a client id of other characters', body: { name: 'x', scopes, clientId: 'a b' }, path: 'clientId' },
    { name: 'a secret of their own', body: { name: 'x', scopes, clientSecret: secret }, path: 'clientSecret' },
    { name: 'a short reason', body: { name: 'x', scopes, reason: 'short' }, path: 'reason' },
  ]
  for (const { name, body, path } of bad) {
    test(`${name} is a 400 that names ${path}`, async () => {
      const answer = await asRole('admin', 'POST', accounts, body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body.issues[0].path.join('.'), path)
    })
  }
})

describe('sessions', () => {
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
    const [wrong, unknown] = [
      await signIn('auditor@acme.example', 'wrong'),
      await signIn('nobody@acme.example', 'wrong'),
    ]
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
})

describe('roles', () => {
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
})

describe('people', () => {
  const people = '/api/workspace/people'
  const idOf = async (name: string): Promise<string> => {
    const { body } = await asRole('admin', 'GET', people)
    return body.people.find((person: { name: string }) => person.name === name).id
  }

  test('a generated password is shown once and lets them in; disabling ends the session', async () => {
    const created = await asRole('admin', 'POST', people, { email: 'New@acme.example', name: 'New', role: 'auditor' })
    assert.equal(created.status, 201)
    const cookie =
      (await signIn('new@acme.example', created.body.password)).headers.get('set-cookie')?.split(';')[0] ?? ''
    assert.equal((await probata.call('GET', people, { cookie })).status, 200)
    const path = `${people}/${created.body.person.id}`
    assert.equal((await asRole('admin', 'PATCH', path, { disabled: true })).body.status, 'disabled')
    assert.equal((await probata.call('GET', people, { cookie })).status, 401)
    assert.equal((await signIn('new@acme.example', created.body.password)).status, 401)
    assert.equal((await asRole('admin', 'PATCH', path, { disabled: false })).body.status, 'active')
    assert.equal((await signIn('new@acme.example', created.body.password)).status, 200)
    const taken = await asRole('admin', 'POST', people, { email: 'new@ACME.example', name: 'Twice', role: 'auditor' })
    assert.equal(taken.status, 409)
  })

  test('a password has at least 12 characters', async () => {
    const answer = await asRole('admin', 'POST', people, {
      email: 'a@b.c',
      name: 'A',
      role: 'auditor',
      password: '11 letters.',
    })
    assert.deepEqual([answer.status, answer.body.issues[0].path], [400, ['password']])
  })

  test('a changed role takes effect at once', async () => {
    const path = `${people}/${await idOf('contributor')}`
    assert.equal((await asRole('contributor', 'GET', accounts)).status, 403)
    await asRole('admin', 'PATCH', path, { role: 'admin' })
    assert.equal((await asRole('contributor', 'GET', accounts)).status, 200)
    await asRole('admin', 'PATCH', path, { role: 'contributor' })
    assert.equal((await asRole('contributor', 'GET', accounts)).status, 403)
  })

  test('the last administrator stays, also when two take the role from each other at once', async () => {
    const first = `${people}/${await idOf('admin')}`
    for (const change of [{ role: 'auditor' }, { disabled: true }])
      assert.equal((await asRole('admin', 'PATCH', first, change)).status, 422)
    const second = `${people}/${await idOf('contributor')}`
    await asRole('admin', 'PATCH', second, { role: 'admin' })
    const both = [
      asRole('admin', 'PATCH', second, { role: 'auditor' }),
      asRole('contributor', 'PATCH', first, { role: 'auditor' }),
    ]
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    assert.equal(statuses.filter(status => status === 200).length, 1, String(statuses))
    const [left] = await probata.sql(`select count(*)::int as administrators from person where role = 'admin'`)
    assert.equal(left?.administrators, 1)
  })
})

describe('first start', () => {
  const setup = '/api/workspace/setup'
  const person = { email: 'First@new.example', name: 'First', password: 'twelve or more' }
  const tokenOf = (url: string | undefined) => url?.split('#')[1] ?? ''

  test('the latest link makes one administrator, once, within 24 hours', async () => {
    await using fresh = await boot({ provision: null })
    const { services } = fresh.system
    const use = (token: string) => fresh.call('POST', setup, { body: { ...person, token } })
    const void1 = tokenOf(await offerSetup(services))
    const late = tokenOf(await offerSetup(services))
    assert.equal((await use(void1)).status, 401)
    fresh.clock.advance(24 * hour + second)
    assert.equal((await use(late)).status, 401)

    const url = await offerSetup(services)
    assert.ok(url?.startsWith(`${fresh.url}/setup#`))
    const token = tokenOf(url)
    assert.equal((await fresh.call('POST', setup, { body: { ...person, token, password: 'too short' } })).status, 400)
    const answers = await Promise.all([use(token), use(token), use(token)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401])
    const done = answers.find(({ status }) => status === 201)
    assert.deepEqual([done?.body.person.role, done?.body.person.email], ['admin', 'first@new.example'])
    const cookie = done?.headers.get('set-cookie')?.split(';')[0] ?? ''
    assert.equal((await fresh.call('GET', accounts, { cookie })).status, 200)
    assert.equal(await offerSetup(services), undefined)
    const [stored] = await fresh.sql('select count(*)::int as links from setup_link')
    assert.equal(stored?.links, 0)
  })

  test('the page runs its own script and no other', async () => {
    const { status, headers, text } = await probata.call('GET', '/setup')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/)
    assert.equal(/unsafe|https?:/.test(policy), false)
    assert.equal(/ on\w+=|src=|https?:/.test(text), false)
  })
})
