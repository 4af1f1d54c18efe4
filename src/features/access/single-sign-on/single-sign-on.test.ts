import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { raiseConnection } from '#test/raise-connection.ts'
import { changeWithSecond, tryProvider } from '#test/second-administrator.ts'
import { connectPeople } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const reason = 'Needed for the test of single sign-on'
const settings = '/api/workspace/identity-provider'
const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }
const domains = { createPeople: true, defaultRole: 'contributor', emailDomains: ['Acme.example'] }

let probata: Probata
let forger: ForgingProvider
let cookie: string
let stranger: string
before(async () => {
  probata = await boot({ env })
  forger = await startForgingProvider()
  cookie = await probata.signIn('admin@acme.example')
  stranger = await probata.signIn('admin@globex.example')
  assert.equal((await setProvider({ issuer: forger.issuer })).status, 200)
  await connectPeople(probata, { auditor: 'auditor-1', 'second.reviewer': 'second' })
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await probata[Symbol.asyncDispose]()
})

const client = { clientId: 'client', clientSecret: 'secret', name: 'Acme login' }

const setProvider = async (changes: object, sessionCookie = cookie) => {
  const response = await tryProvider(
    probata,
    sessionCookie,
    { ...client, ...domains, ...changes },
    sessionCookie === stranger ? 'globex' : 'acme',
  )
  // As if the operator's file named acme's domains.
  await probata.sql(`update sign_on_domain d set named = true from organization o
    where o.id = d.organization_id and o.slug = 'acme'`)
  return response
}

// Attempts are limited by source address and by name, so each comes from a different address.
let attempts = 0
const newSourceAddress = () => ({ 'x-forwarded-for': `192.0.2.${++attempts % 250}` })

const begin = async (email: string) => {
  const response = await probata.call('POST', '/api/workspace/session/single-sign-on', {
    body: { email },
    headers: newSourceAddress(),
  })
  return { ...response, flow: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const finish = (query: string, flow: string) =>
  probata.call('POST', '/api/workspace/session/single-sign-on/callback', {
    body: { query },
    headers: newSourceAddress(),
    ...(flow && { cookie: flow }),
  })

/** Completes a sign-on at the forging provider with these claims. */
const signOnWith = async (claims: Readonly<Record<string, unknown>>, changes: Partial<ForgingProvider> = {}) => {
  Object.assign(forger, { signing: 'RS256', answer: 'token', ...changes, claims })
  const { body, flow } = await begin(`visitor-${attempts}@acme.example`)
  return finish(forger.signIn(body.url), flow)
}

const lastRefusal = async (): Promise<string> => {
  await probata.system.services.refusals.flush()
  const rows = await probata.sql(
    `select record::jsonb->>'detail' as detail from audit_event
      where action = 'session.open' and record::jsonb->>'detail' like 'single sign-on: %' order by id desc limit 1`,
  )
  return String(rows[0]?.detail)
}

const auditor = { sub: 'auditor-1', email: 'auditor@acme.example', email_verified: true }

test('the flow cookie is http-only, same-site and short-lived, and the URL uses PKCE', async () => {
  const { status, body, headers } = await begin(`visitor-${attempts}@acme.example`)
  assert.equal(status, 200)
  assert.match(
    headers.get('set-cookie') ?? '',
    /^probata_sign_on=v1\.\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  )
  const { searchParams, origin } = new URL(body.url)
  assert.equal(origin, forger.issuer)
  assert.deepEqual([searchParams.get('code_challenge_method'), searchParams.get('response_type')], ['S256', 'code'])
  assert.equal(searchParams.get('redirect_uri'), `${probata.url}/sign-in/callback`)
  const secure = await probata.call('POST', '/api/workspace/session/single-sign-on', {
    body: { email: 'x@acme.example' },
    headers: { 'x-forwarded-proto': 'https' },
  })
  assert.match(secure.headers.get('set-cookie') ?? '', /^__Host-probata_sign_on=v1\.\S+; .*; Secure$/)
})

test('issuer and subject identify a person; the address matters only at the first sign-on', async () => {
  assert.equal((await signOnWith(auditor)).status, 200)
  const response = await signOnWith({ ...auditor, email: 'person@elsewhere.example', email_verified: false })
  assert.deepEqual([response.status, response.body.person?.email], [200, 'auditor@acme.example'])
  assert.equal((await signOnWith({ ...auditor, sub: 'auditor-2' })).status, 401)
  assert.match(await lastRefusal(), /linked to another subject/)
})

const invalidResponses: readonly [string, Readonly<Record<string, unknown>>, RegExp, Partial<ForgingProvider>?][] = [
  ['an address that is not verified', { sub: 's', email: 'reviewer@acme.example', email_verified: false }, /address/],
  [
    'an address that is not verified, as a string',
    { sub: 's', email: 'reviewer@acme.example', email_verified: 'false' },
    /address/,
  ],
  ['no address', { sub: 's' }, /address/],
  ['no subject', { ...auditor, sub: '' }, /./],
  ['a person of another workspace', { sub: 's', email: 'admin@globex.example', email_verified: true }, /domain/],
  ['a service account', { sub: 's', email: 'acme-scanner@x', email_verified: true }, /domain/],
  ['a domain that is not listed', { sub: 's', email: 'x@evil-acme.example', email_verified: true }, /domain/],
  ['a subdomain of a listed domain', { sub: 's', email: 'x@sub.acme.example', email_verified: true }, /domain/],
  ['a wrong nonce', { ...auditor, nonce: 'x' }, /JWT_CLAIM/],
  ['a wrong audience', { ...auditor, aud: 'x' }, /JWT_CLAIM/],
  ['a wrong issuer', { ...auditor, iss: 'https://issuer.example' }, /JWT_CLAIM/],
  ['an expired token', { ...auditor, exp: 1 }, /TIMESTAMP/],
  ['no signature', auditor, /OAUTH/, { signing: 'none' }],
  ['a signature with the client secret', auditor, /OAUTH/, { signing: 'HS256' }],
  ['a signature with a different key', auditor, /OAUTH/, { signing: 'other key' }],
  ['a response that is too large', auditor, /TOO_LARGE/, { answer: 'huge' }],
  ['a redirect', auditor, /OAUTH/, { answer: 'redirect' }],
  ['a response that is not JSON', auditor, /OAUTH/, { answer: 'html' }],
]
const messages = new Set<string>()
for (const [fault, claims, detail, changes] of invalidResponses) {
  test(`rejects and records: ${fault}`, async () => {
    const { status, headers, body } = await signOnWith(claims, changes)
    assert.equal(status, 401)
    assert.ok(headers.getSetCookie().every(text => !text.startsWith('probata_session=')))
    messages.add(body.message)
    assert.equal(messages.size, 1)
    assert.match(await lastRefusal(), detail)
  })
}

test('a callback works only in the same browser, for the same sign-on, in time and once', async () => {
  Object.assign(forger, { signing: 'RS256', answer: 'token', claims: auditor })
  const firstFlow = await begin(`visitor-${attempts}@acme.example`)
  const secondFlow = await begin(`visitor-${attempts}@acme.example`)
  const query = forger.signIn(firstFlow.body.url)
  const trades = forger.tokenRequests
  const refusals: [string, string][] = [
    [query, ''],
    [query, 'probata_sign_on=v1.x.y'],
    [query, secondFlow.flow],
    [`${query}&state=x`, firstFlow.flow],
    ['', firstFlow.flow],
  ]
  for (const [callbackQuery, flow] of refusals) assert.equal((await finish(callbackQuery, flow)).status, 401)
  assert.equal(forger.tokenRequests, trades)
  const responses = await Promise.all([
    finish(query, firstFlow.flow),
    finish(query, firstFlow.flow),
    finish(query, firstFlow.flow),
  ])
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 401, 401])
  assert.equal((await finish(query, firstFlow.flow)).status, 401)
  assert.match(await lastRefusal(), /single sign-on: replayed( \(\d times\))?$/)
  assert.equal(forger.tokenRequests, trades + 1)

  const mixed: Record<string, string | undefined>[] = [
    { iss: 'https://issuer.example' },
    { iss: undefined },
    { code: undefined, error: 'access_denied' },
  ]
  for (const changes of mixed) {
    const { body, flow } = await begin(`visitor-${attempts}@acme.example`)
    assert.equal((await finish(forger.signIn(body.url, changes), flow)).status, 401, JSON.stringify(changes))
  }
  assert.equal(forger.tokenRequests, trades + 1)

  const late = await begin(`visitor-${attempts}@acme.example`)
  const lateQuery = forger.signIn(late.body.url)
  probata.clock.advance(10 * minute + second)
  // Changes of access require a proof of identity from the last ten minutes.
  cookie = await probata.signIn('admin@acme.example')
  stranger = await probata.signIn('admin@globex.example')
  assert.equal((await finish(lateQuery, late.flow)).status, 401)
  assert.match(await lastRefusal(), /single sign-on: expired$/)
})

test('a disabled person cannot sign on', async () => {
  const claims = { sub: 'second', email: 'second.reviewer@acme.example' }
  assert.equal((await signOnWith(claims)).status, 200)
  const [row] = await probata.sql(`select subject_id as id from login_name where name = '${claims.email}'`)
  const body = { reason, disabled: true }
  await probata.call('PATCH', `/api/workspace/people/${row?.id}`, { cookie, body })
  assert.equal((await signOnWith(claims)).status, 401)
  assert.equal(await lastRefusal(), 'single sign-on: disabled')
})

test('the settings never include the secret, and only administrators of the workspace can read them', async () => {
  const response = await probata.call('GET', settings, { cookie })
  const { issuer, emailDomains, createPeople } = response.body.identityProvider
  assert.deepEqual([issuer, emailDomains, createPeople], [forger.issuer, ['acme.example'], true])
  assert.doesNotMatch(response.text, /"secret"|clientSecret/)
  assert.equal((await probata.call('GET', settings, { cookie: stranger })).body.identityProvider, null)
  const [row] = await probata.sql('select client_secret from identity_provider where is_current')
  assert.match(String(row?.client_secret), /^v1\./)
  const reviewer = await probata.signIn('reviewer@acme.example')
  assert.equal((await probata.call('GET', settings, { cookie: reviewer })).status, 403)
  stranger = await probata.signIn('admin@globex.example')
  const claim = await setProvider({ issuer: forger.issuer }, stranger)
  assert.deepEqual([claim.status, claim.body.identityProvider.domains[0].state], [200, 'unproved'])
  await changeWithSecond(probata, stranger, ['DELETE', '/identity-provider'], 'globex')
  assert.equal((await setProvider({ issuer: forger.issuer, clientSecret: undefined, createPeople: false })).status, 200)
  assert.equal((await signOnWith({ sub: 'unmade', email: 'unmade@acme.example', email_verified: true })).status, 401)
  assert.equal((await signOnWith(auditor)).status, 200)
  assert.equal((await setProvider({ issuer: forger.issuer, clientId: 'x', clientSecret: undefined })).status, 400)
  assert.equal((await setProvider({ issuer: forger.issuer, emailDomains: [] })).status, 400)
  assert.equal((await setProvider({ issuer: forger.issuer, emailDomains: ['a b'] })).status, 400)
})

test('an unusable issuer is rejected with the reason, and a forbidden address is never called', async () => {
  const assertRejected = async (issuer: string, words: RegExp, metadata = {}) => {
    forger.metadata = metadata
    const { status, body } = await setProvider({ issuer })
    assert.equal(status, 422, issuer)
    assert.match(body.message, words)
  }
  await assertRejected('http://10.0.0.1', /public address.*PROBATA_OIDC_ALLOW/)
  await assertRejected('https://[::1]/', /public address/)
  await assertRejected('https://169.254.169.254/latest', /public address/)
  await assertRejected('ftp://example.com', /https/)
  await assertRejected('http://127.0.0.1:1', /Nothing listens|could not be reached/)
  await assertRejected(`${forger.issuer}/.well-known/openid-configuration`, /before \/\.well-known/)
  await assertRejected(`${forger.issuer}?a=b`, /without a query/)
  await assertRejected(forger.issuer, /issuer is another one/, { issuer: 'https://issuer.example' })
  await assertRejected(forger.issuer, /token_endpoint .*public/, { token_endpoint: 'https://10.0.0.1/token' })
  await assertRejected(forger.issuer, /authorization_endpoint .*https/, {
    authorization_endpoint: 'javascript:alert(1)',
  })
  await assertRejected(forger.issuer, /algorithms/, { id_token_signing_alg_values_supported: ['none', 'HS256'] })
  await assertRejected(forger.issuer, /client secret/, { token_endpoint_auth_methods_supported: ['private_key_jwt'] })
  forger.metadata = {}
})

test('the person who set the provider becomes a custodian of its people, and may not decide on their records', async () => {
  Object.assign(forger, { claims: { sub: 'contributor-1' } })
  const connection = await raiseConnection(probata, forger, 'contributor@acme.example')
  const personCookie = /probata_session=[^;]+/.exec(connection.headers.getSetCookie().join())?.[0] ?? ''
  const ownerId = connection.body.person.id
  const custodians = (await probata.call('GET', `/api/workspace/people/${ownerId}/custodians`, { cookie })).body
    .custodians
  assert.deepEqual([custodians.length, custodians[0]?.why, custodians[0]?.releasedAt], [1, 'provider', null])
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const risk = { riskKey: 'R-1', title: 'An employee leaves', ownerId, reason, ...figures }
  const { body } = await probata.call('POST', '/api/workspace/risks', { cookie: personCookie, body: risk })
  for (const status of ['assessed', 'treated'])
    await probata.call('PATCH', `/api/workspace/risks/${body.id}`, { cookie: personCookie, body: { status, reason } })
  const acceptPath = `/api/workspace/risks/${body.id}/accept`
  const accept = (sessionCookie: string) =>
    probata.call('POST', acceptPath, { cookie: sessionCookie, body: { reason } })
  assert.equal((await accept(cookie)).status, 403)
  await setProvider({ issuer: forger.issuer })
  assert.equal(
    (await probata.call('GET', '/api/workspace/session', { cookie: personCookie })).status,
    401,
    'a change of the provider ends the sessions that it opened',
  )
  assert.equal((await accept(await probata.signIn('reviewer@acme.example'))).status, 200)
})

test('removing a provider deletes its data, and a workspace without a provider has no single sign-on', async () => {
  for (const email of ['admin@globex.example', 'x@nowhere.example']) assert.equal((await begin(email)).status, 422)
  assert.equal((await probata.call('DELETE', settings, { cookie: stranger, body: { reason } })).status, 404)
  const { body: start, flow } = await begin(`visitor-${attempts}@acme.example`)
  await changeWithSecond(probata, cookie, ['DELETE', '/identity-provider'])
  assert.equal((await finish(forger.signIn(start.url), flow)).status, 401)
  assert.equal((await begin(`visitor-${attempts}@acme.example`)).status, 422)
  assert.equal((await probata.call('GET', settings, { cookie })).body.identityProvider, null)
  const rows = await probata.sql(`select 1 from sign_on_domain where not named union all select 1 from person_identity
    union all select 1 from identity_provider where client_secret <> '' or is_current`)
  assert.deepEqual(rows, [])
})
