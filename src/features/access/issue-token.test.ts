import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { clientSecret, password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
before(async () => {
  probata = await boot()
})
after(() => probata[Symbol.asyncDispose]())

const tokenPath = '/api/v1/auth/token'
const form = 'application/x-www-form-urlencoded'
const claims = '/api/v1/governance/evidence/claims'
const id = 'acme-second'
const scopes = ['governance.evidence:read', 'governance.evidence:write']

const basic = (name: string, text: string) => `Basic ${Buffer.from(`${name}:${text}`).toString('base64')}`

const ask = (body: object) => probata.call('POST', tokenPath, { body: { grant_type: 'client_credentials', ...body } })

const credentialForms = {
  client_secret_basic: () =>
    probata.call('POST', tokenPath, {
      headers: { authorization: basic(id, clientSecret), 'content-type': form },
      body: 'grant_type=client_credentials',
    }),
  client_secret_post: () =>
    probata.call('POST', tokenPath, {
      headers: { 'content-type': form },
      body: `grant_type=client_credentials&client_id=${id}&client_secret=${clientSecret}`,
    }),
  'a JSON body': () => ask({ client_id: id, client_secret: clientSecret }),
}
for (const [method, requestToken] of Object.entries(credentialForms)) {
  test(`issues a token with ${method}`, async () => {
    const { status, headers, body } = await requestToken()
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
    body: { client_id: id, client_secret: 'x' },
    status: 401,
    error: 'invalid_client',
  },
  {
    name: 'an unknown client',
    body: { client_id: 'x', client_secret: clientSecret },
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
    name: 'any other grant type',
    body: { client_id: id, client_secret: clientSecret, grant_type: 'password' },
    status: 400,
    error: 'unsupported_grant_type',
  },
  {
    name: 'a scope that the client does not have',
    body: { client_id: id, client_secret: clientSecret, scope: 'webhooks:manage' },
    status: 400,
    error: 'invalid_scope',
  },
]
for (const { name, body, status, error } of refusals) {
  test(`${name} is rejected in the format of RFC 6749 and in our error format`, async () => {
    const response = await ask(body)
    assert.equal(response.status, status)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.body.error, error)
    assert.equal(response.body.error_description, response.body.message)
    assert.equal(response.body.requestId, response.headers.get('x-request-id'))
    assert.equal(response.headers.has('www-authenticate'), status === 401)
  })
}

test('a requested scope limits the token', async () => {
  const { body } = await ask({ client_id: id, client_secret: clientSecret, scope: scopes[0] })
  assert.equal(body.scope, scopes[0])
  const token = body.access_token
  assert.equal((await probata.call('GET', claims, { token })).status, 200)
  const refused = await probata.call('POST', claims, { token, body: {} })
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error, 'forbidden_scope')
  assert.equal(refused.body.requiredScope, 'governance.evidence:write')
  assert.match(refused.body.message, /governance\.evidence:write/)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  assert.match(challenge, /error="insufficient_scope", scope="governance\.evidence:write"/)
})

test('a token expires after an hour', async () => {
  const token = await probata.token(id)
  probata.clock.advance(hour - minute)
  assert.equal((await probata.call('GET', claims, { token })).status, 200)
  probata.clock.advance(minute + second)
  const { status, headers, body } = await probata.call('GET', claims, { token })
  assert.deepEqual([status, body.error], [401, 'unauthorized'])
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/)
})

test('neither tokens nor secrets are stored in plain text', async () => {
  const token = await probata.token(id)
  const rows = await probata.sql(
    'select t::text as row from access_token t union all select s::text from service_account s',
  )
  assert.equal(
    rows.some(({ row }) => String(row).includes(token) || String(row).includes(clientSecret)),
    false,
  )
})
