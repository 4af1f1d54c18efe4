import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { startIdentityProvider } from '#test/identity-provider.ts'
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

const setProvider = async (over: object, by = cookie, to = probata) => {
  const answer = await tryProvider(to, by, { ...client, ...domains, ...over }, by === stranger ? 'globex' : 'acme')
  // As if the operator's file named the domains of acme.
  await to.sql(`update sign_on_domain d set named = true from organization o
    where o.id = d.organization_id and o.slug = 'acme'`)
  return answer
}

// Attempts are limited by source address and by name; these come from many people.
let attempts = 0
const fromElsewhere = () => ({ 'x-forwarded-for': `192.0.2.${++attempts % 250}` })

const begin = async (email: string, from = probata) => {
  const answer = await from.call('POST', '/api/workspace/session/single-sign-on', {
    body: { email },
    headers: fromElsewhere(),
  })
  return { ...answer, flow: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const finish = (query: string, flow: string, from = probata) =>
  from.call('POST', '/api/workspace/session/single-sign-on/callback', {
    body: { query },
    headers: fromElsewhere(),
    ...(flow && { cookie: flow }),
  })

/** A whole sign-in at the forger, with these claims. */
const enter = async (claims: Readonly<Record<string, unknown>>, over: Partial<ForgingProvider> = {}) => {
  Object.assign(forger, { signing: 'RS256', answer: 'token', ...over, claims })
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

test('a real provider, driven as a browser does: one person is known, one is created, one is refused', async () => {
  await using other = await boot({ env })
  const redirectUri = `${other.url}/sign-in/callback`
  const people = [
    { sub: 'r', email: 'reviewer@acme.example', email_verified: true, name: 'Another Name' },
    { sub: 'n', email: 'new@acme.example', email_verified: true, name: 'New\u0007 Person' },
    { sub: 'o', email: 'admin@globex.example', email_verified: true },
  ]
  await using provider = await startIdentityProvider({ people, redirectUri })
  const { issuer, clientId, clientSecret } = provider
  const admin = await other.signIn('admin@acme.example')
  const set = await setProvider({ issuer, clientId, clientSecret }, admin, other)
  assert.deepEqual([set.status, set.body.identityProvider?.redirectUri], [200, redirectUri], set.text)
  await connectPeople(other, { reviewer: 'r' })
  const signIn = async (email: string, sub: string) => {
    const { body, flow } = await begin(email, other)
    assert.equal(body.redirectOrigin, other.url)
    return finish(await provider.signIn(body.url, sub), flow, other)
  }
  const known = await signIn('reviewer@acme.example', 'r')
  assert.equal(known.status, 200, known.text)
  assert.deepEqual([known.body.person.name, known.body.signedInWith], ['reviewer of acme', 'single_sign_on'])
  const cookies = known.headers.getSetCookie()
  assert.ok(cookies.some(text => /^probata_sign_on=; .*Max-Age=0/.test(text)))
  const session = cookies.find(text => text.startsWith('probata_session='))?.split(';')[0] ?? ''
  assert.equal((await other.call('GET', '/api/workspace/session', { cookie: session })).status, 200)

  const made = await signIn('new@acme.example', 'n')
  const { person } = made.body
  assert.deepEqual([made.status, person?.name, person?.role], [200, 'New Person', 'contributor'], made.text)
  const again = await signIn('new@acme.example', 'n')
  assert.equal(again.body.person?.id, person.id)
  assert.equal((await signIn('new@acme.example', 'o')).status, 401)
})

test('the flow cookie is http-only, same-site and short-lived, and the address uses PKCE', async () => {
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

test('issuer and subject stay: the address matters at the first sign-in only', async () => {
  assert.equal((await enter(auditor)).status, 200)
  const moved = await enter({ ...auditor, email: 'person@elsewhere.example', email_verified: false })
  assert.deepEqual([moved.status, moved.body.person?.email], [200, 'auditor@acme.example'])
  assert.equal((await enter({ ...auditor, sub: 'auditor-2' })).status, 401)
  assert.match(await lastRefusal(), /linked to another subject/)
})

const wrong: readonly [string, Readonly<Record<string, unknown>>, RegExp, Partial<ForgingProvider>?][] = [
  ['an address that is not verified', { sub: 's', email: 'reviewer@acme.example', email_verified: false }, /address/],
  ['the same in a string', { sub: 's', email: 'reviewer@acme.example', email_verified: 'false' }, /address/],
  ['no address', { sub: 's' }, /address/],
  ['no subject', { ...auditor, sub: '' }, /./],
  ['a person of another workspace', { sub: 's', email: 'admin@globex.example', email_verified: true }, /domain/],
  ['a machine', { sub: 's', email: 'acme-scanner@x', email_verified: true }, /domain/],
  ['a domain that is not listed', { sub: 's', email: 'x@evil-acme.example', email_verified: true }, /domain/],
  ['a subdomain of a listed one', { sub: 's', email: 'x@sub.acme.example', email_verified: true }, /domain/],
  ['another nonce', { ...auditor, nonce: 'x' }, /JWT_CLAIM/],
  ['another audience', { ...auditor, aud: 'x' }, /JWT_CLAIM/],
  ['another issuer', { ...auditor, iss: 'https://issuer.example' }, /JWT_CLAIM/],
  ['a token of yesterday', { ...auditor, exp: 1 }, /TIMESTAMP/],
  ['no signature', auditor, /OAUTH/, { signing: 'none' }],
  ['a signature under the client secret', auditor, /OAUTH/, { signing: 'HS256' }],
  ['the signature of another key', auditor, /OAUTH/, { signing: 'other key' }],
  ['an answer too large', auditor, /TOO_LARGE/, { answer: 'huge' }],
  ['a redirect', auditor, /OAUTH/, { answer: 'redirect' }],
  ['no JSON', auditor, /OAUTH/, { answer: 'html' }],
]
const messages = new Set<string>()
for (const [what, claims, detail, over] of wrong) {
  test(`refused and recorded: ${what}`, async () => {
    const { status, headers, body } = await enter(claims, over)
    assert.equal(status, 401)
    assert.ok(headers.getSetCookie().every(text => !text.startsWith('probata_session=')))
    messages.add(body.message)
    assert.equal(messages.size, 1)
    assert.match(await lastRefusal(), detail)
  })
}

test('the answer must come from this browser, for this sign-in, in time, and once', async () => {
  Object.assign(forger, { signing: 'RS256', answer: 'token', claims: auditor })
  const one = await begin(`visitor-${attempts}@acme.example`)
  const two = await begin(`visitor-${attempts}@acme.example`)
  const query = forger.signIn(one.body.url)
  const trades = forger.trades
  const refusals: [string, string][] = [
    [query, ''],
    [query, 'probata_sign_on=v1.x.y'],
    [query, two.flow],
    [`${query}&state=x`, one.flow],
    ['', one.flow],
  ]
  for (const [sent, flow] of refusals) assert.equal((await finish(sent, flow)).status, 401)
  assert.equal(forger.trades, trades)
  const answers = await Promise.all([finish(query, one.flow), finish(query, one.flow), finish(query, one.flow)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401])
  assert.equal((await finish(query, one.flow)).status, 401)
  assert.match(await lastRefusal(), /single sign-on: replayed( \(\d times\))?$/)
  assert.equal(forger.trades, trades + 1)

  const mixed: Record<string, string | undefined>[] = [
    { iss: 'https://issuer.example' },
    { iss: undefined },
    { code: undefined, error: 'access_denied' },
  ]
  for (const over of mixed) {
    const { body, flow } = await begin(`visitor-${attempts}@acme.example`)
    assert.equal((await finish(forger.signIn(body.url, over), flow)).status, 401, JSON.stringify(over))
  }
  assert.equal(forger.trades, trades + 1)

  const late = await begin(`visitor-${attempts}@acme.example`)
  const lateQuery = forger.signIn(late.body.url)
  probata.clock.advance(10 * minute + second)
  // Changes of access need a proof of identity from the last ten minutes.
  cookie = await probata.signIn('admin@acme.example')
  stranger = await probata.signIn('admin@globex.example')
  assert.equal((await finish(lateQuery, late.flow)).status, 401)
  assert.match(await lastRefusal(), /single sign-on: expired$/)
})

test('a disabled person cannot enter', async () => {
  const claims = { sub: 'second', email: 'second.reviewer@acme.example' }
  assert.equal((await enter(claims)).status, 200)
  const [row] = await probata.sql(`select subject_id as id from login_name where name = '${claims.email}'`)
  const body = { reason, disabled: true }
  await probata.call('PATCH', `/api/workspace/people/${row?.id}`, { cookie, body })
  assert.equal((await enter(claims)).status, 401)
  assert.equal(await lastRefusal(), 'single sign-on: disabled')
})

test('the settings never show the secret, and belong to the workspace', async () => {
  const shown = await probata.call('GET', settings, { cookie })
  const { issuer, emailDomains, createPeople } = shown.body.identityProvider
  assert.deepEqual([issuer, emailDomains, createPeople], [forger.issuer, ['acme.example'], true])
  assert.doesNotMatch(shown.text, /"secret"|clientSecret/)
  assert.equal((await probata.call('GET', settings, { cookie: stranger })).body.identityProvider, null)
  const [row] = await probata.sql('select client_secret from identity_provider where is_current')
  assert.match(String(row?.client_secret), /^v1\./)
  const reviewer = await probata.signIn('reviewer@acme.example')
  assert.equal((await probata.call('GET', settings, { cookie: reviewer })).status, 403)
  stranger = await probata.signIn('admin@globex.example')
  const claimed = await setProvider({ issuer: forger.issuer }, stranger)
  assert.deepEqual([claimed.status, claimed.body.identityProvider.domains[0].state], [200, 'unproved'])
  await changeWithSecond(probata, stranger, ['DELETE', '/identity-provider'], 'globex')
  assert.equal((await setProvider({ issuer: forger.issuer, clientSecret: undefined, createPeople: false })).status, 200)
  assert.equal((await enter({ sub: 'unmade', email: 'unmade@acme.example', email_verified: true })).status, 401)
  assert.equal((await enter(auditor)).status, 200)
  assert.equal((await setProvider({ issuer: forger.issuer, clientId: 'x', clientSecret: undefined })).status, 400)
  assert.equal((await setProvider({ issuer: forger.issuer, emailDomains: [] })).status, 400)
  assert.equal((await setProvider({ issuer: forger.issuer, emailDomains: ['a b'] })).status, 400)
})

test('an issuer that cannot be used is refused with the reason, and not called if it may not be', async () => {
  const refused = async (issuer: string, words: RegExp, metadata = {}) => {
    forger.metadata = metadata
    const { status, body } = await setProvider({ issuer })
    assert.equal(status, 422, issuer)
    assert.match(body.message, words)
  }
  await refused('http://10.0.0.1', /public address.*PROBATA_OIDC_ALLOW/)
  await refused('https://[::1]/', /public address/)
  await refused('https://169.254.169.254/latest', /public address/)
  await refused('ftp://example.com', /https/)
  await refused('http://127.0.0.1:1', /Nothing listens|could not be reached/)
  await refused(`${forger.issuer}/.well-known/openid-configuration`, /before \/\.well-known/)
  await refused(`${forger.issuer}?a=b`, /without a query/)
  await refused(forger.issuer, /issuer is another one/, { issuer: 'https://issuer.example' })
  await refused(forger.issuer, /token_endpoint .*public/, { token_endpoint: 'https://10.0.0.1/token' })
  await refused(forger.issuer, /authorization_endpoint .*https/, { authorization_endpoint: 'javascript:alert(1)' })
  await refused(forger.issuer, /algorithms/, { id_token_signing_alg_values_supported: ['none', 'HS256'] })
  await refused(forger.issuer, /client secret/, { token_endpoint_auth_methods_supported: ['private_key_jwt'] })
  forger.metadata = {}
})

test('the person who set the provider is custodian of the people it lets in, and approves nothing that they made', async () => {
  Object.assign(forger, { claims: { sub: 'contributor-1' } })
  const entered = await raiseConnection(probata, forger, 'contributor@acme.example')
  const as = /probata_session=[^;]+/.exec(entered.headers.getSetCookie().join())?.[0] ?? ''
  const ownerId = entered.body.person.id
  const found = (await probata.call('GET', `/api/workspace/people/${ownerId}/custodians`, { cookie })).body.custodians
  assert.deepEqual([found.length, found[0]?.why, found[0]?.releasedAt], [1, 'provider', null])
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const risk = { riskKey: 'R-1', title: 'An employee leaves', ownerId, reason, ...figures }
  const { body } = await probata.call('POST', '/api/workspace/risks', { cookie: as, body: risk })
  for (const status of ['assessed', 'treated'])
    await probata.call('PATCH', `/api/workspace/risks/${body.id}`, { cookie: as, body: { status, reason } })
  const accepted = `/api/workspace/risks/${body.id}/accept`
  const accept = (by: string) => probata.call('POST', accepted, { cookie: by, body: { reason } })
  assert.equal((await accept(cookie)).status, 403)
  await setProvider({ issuer: forger.issuer })
  assert.equal((await probata.call('GET', '/api/workspace/session', { cookie: as })).status, 401, 'its session ended')
  assert.equal((await accept(await probata.signIn('reviewer@acme.example'))).status, 200)
})

test('without a provider there is no single sign-on; removing one deletes its data', async () => {
  for (const email of ['admin@globex.example', 'x@nowhere.example']) assert.equal((await begin(email)).status, 422)
  assert.equal((await probata.call('DELETE', settings, { cookie: stranger, body: { reason } })).status, 404)
  const { body: begun, flow } = await begin(`visitor-${attempts}@acme.example`)
  await changeWithSecond(probata, cookie, ['DELETE', '/identity-provider'])
  assert.equal((await finish(forger.signIn(begun.url), flow)).status, 401)
  assert.equal((await begin(`visitor-${attempts}@acme.example`)).status, 422)
  assert.equal((await probata.call('GET', settings, { cookie })).body.identityProvider, null)
  const left = await probata.sql(`select 1 from sign_on_domain where not named union all select 1 from person_identity
    union all select 1 from identity_provider where client_secret <> '' or is_current`)
  assert.deepEqual(left, [])
})
