import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { lastRefusal, signOn, useProvider } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const email = 'auditor@acme.example'
const event = 'http://schemas.openid.net/event/backchannel-logout'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

let p: Probata
let forger: ForgingProvider
let workspace: string
before(async () => {
  p = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' } })
  forger = await startForgingProvider()
  await useProvider(p, { issuer: forger.issuer })
  const [row] = await p.sql(`select id from organization where slug = 'acme'`)
  workspace = String(row?.id).slice(4)
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await p[Symbol.asyncDispose]()
})

const send = (token: string, { to = workspace, from: ip = '192.0.2.1', node = p } = {}) =>
  node.call('POST', `/api/workspace/session/back-channel-logout/${to}`, {
    body: String(new URLSearchParams({ logout_token: token })),
    headers: { ...form, 'x-forwarded-for': ip },
  })

const open = async (overrides: Readonly<Record<string, unknown>> = {}) => {
  forger.claims = { sub: 'a', email, email_verified: true, ...overrides }
  const { session, status, text } = await signOn(p, email, url => forger.signIn(url))
  assert.equal(status, 200, text)
  return session
}
const isSignedIn = async (cookie: string, node = p): Promise<boolean> =>
  (await node.call('GET', '/api/workspace/session', { cookie })).status === 200

describe('a logout token of the provider', () => {
  test('ends the session that it names, on every node within a second, and is audited', async t => {
    await using second = await boot({
      database: p.connection,
      provision: null,
      env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' },
    })
    const [namedSession, other] = [await open({ sid: 'one' }), await open({ sid: 'two' })]
    assert.deepEqual([await isSignedIn(namedSession, second), await isSignedIn(namedSession)], [true, true])
    const response = await send(forger.logoutToken({ sid: 'one' }))
    assert.deepEqual([response.status, response.body], [200, { ended: 1 }], response.text)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(await isSignedIn(namedSession), false)
    const { now } = performance
    t.mock.method(performance, 'now', () => now.call(performance) + 1000)
    assert.deepEqual([await isSignedIn(namedSession, second), await isSignedIn(other, second)], [false, true])
    const [row] = await p.sql(
      `select record::jsonb->>'detail' as detail from audit_event where action = 'session.end_by_provider'`,
    )
    assert.equal(row?.detail, 'by the identity provider')
  })

  test("with a subject ends all of the person's sessions from that provider, but no password sessions", async () => {
    const [sessionWithId, sessionWithoutId, password] = [await open({ sid: 'x' }), await open(), await p.signIn(email)]
    assert.equal((await send(forger.logoutToken({ sub: 'a' }))).status, 200)
    assert.deepEqual(
      [await isSignedIn(sessionWithId), await isSignedIn(sessionWithoutId), await isSignedIn(password)],
      [false, false, true],
    )
  })

  test("with both a subject and a session id ends the named session and the person's sessions without a session id", async () => {
    const [namedSession, unnamedSession, other] = [await open({ sid: 'p' }), await open(), await open({ sid: 'q' })]
    assert.deepEqual((await send(forger.logoutToken({ sub: 'a', sid: 'p' }))).body, { ended: 2 })
    assert.deepEqual(
      [await isSignedIn(namedSession), await isSignedIn(unnamedSession), await isSignedIn(other)],
      [false, false, true],
    )
    assert.deepEqual((await send(forger.logoutToken({ sub: 'stranger', sid: 'q' }))).body, { ended: 0 })
    assert.equal(await isSignedIn(other), true)
  })

  test("ends a session from before the upgrade by the person's subject", async () => {
    const oldSession = await open()
    await p.sql('update session set issuer = null, id_token = null')
    assert.deepEqual((await send(forger.logoutToken({ sub: 'a' }))).status, 200)
    assert.equal(await isSignedIn(oldSession), false)
  })

  test('is accepted once, even with concurrent requests; an unknown session is not a failure', async () => {
    const token = forger.logoutToken({ sid: 'unknown' })
    const responses = await Promise.all([send(token), send(token), send(token)])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400, 400])
    assert.match(await lastRefusal(p, 'back-channel logout: '), /used before/)
  })
})

const now = () => Math.floor(p.clock.now() / second)
const invalidTokens: readonly (readonly [string, () => object, RegExp, Partial<ForgingProvider>?, object?])[] = [
  ['a different key', () => ({}), /SIGNATURE/, { signing: 'other key' }],
  ['the client secret as key', () => ({}), /ALG/, { signing: 'HS256' }],
  ['no signature', () => ({}), /ALG/, { signing: 'none' }],
  ['a different issuer', () => ({ iss: 'https://issuer.example' }), /CLAIM/],
  ['a different audience', () => ({ aud: 'x' }), /CLAIM/],
  ['no time', () => ({ iat: undefined }), /CLAIM/],
  ['a time long past', () => ({ iat: now() - 3600 }), /EXPIRED/],
  ['a time in the future', () => ({ iat: now() + 3600, exp: now() + 7200 }), /CLAIM/],
  ['an end in the past', () => ({ exp: now() - 300 }), /EXPIRED/],
  ['no events', () => ({ events: undefined }), /CLAIM/],
  ['other events', () => ({ events: { 'https://example.com/x': {} } }), /event/],
  ['an event without content', () => ({ events: { [event]: null } }), /event/],
  ['a nonce', () => ({ nonce: 'n' }), /nonce/],
  ['no jti', () => ({ jti: undefined }), /CLAIM/],
  ['an empty jti', () => ({ jti: '' }), /jti/],
  ['neither sid nor sub', () => ({ sid: undefined }), /neither/],
  ['a sid that is not a text', () => ({ sid: 7 }), /sid/],
  ['the type of an access token', () => ({}), /type/, {}, { typ: 'at+jwt' }],
]

describe('an invalid token ends no session and is recorded', () => {
  let session: string
  before(async () => {
    session = await open({ sid: 'kept' })
  })
  for (const [fault, claims, why, overrides, header] of invalidTokens)
    test(`a token with ${fault}`, async () => {
      Object.assign(forger, overrides)
      const response = await send(forger.logoutToken({ sid: 'kept', ...claims() }, header as never), {
        from: '192.0.2.9',
      })
      Object.assign(forger, { signing: 'RS256' })
      assert.deepEqual([response.status, response.headers.get('cache-control')], [400, 'no-store'])
      assert.equal(response.body.error, 'invalid_request')
      assert.match(await lastRefusal(p, 'back-channel logout: '), why)
      assert.equal(await isSignedIn(session), true)
    })

  test('an ID token is rejected', async () => {
    forger.claims = { sub: 'a', email, email_verified: true }
    const response = await send(forger.logoutToken({ sub: 'a', nonce: 'x', events: undefined }, { typ: 'JWT' }))
    assert.equal(response.status, 400)
  })

  test("a token is rejected if the provider's keys are unavailable, without a request for each token", async () => {
    const readsBefore = forger.keyRequests
    const unknown = await Promise.all(Array.from({ length: 20 }, () => send(forger.logoutToken({}, { kid: 'other' }))))
    assert.deepEqual([...new Set(unknown.map(({ status }) => status))], [400])
    assert.equal(forger.keyRequests - readsBefore, 0, 'the keys were read less than half a minute ago')
    await using stoppedProvider = await startForgingProvider()
    await useProvider(p, { issuer: stoppedProvider.issuer })
    await stoppedProvider[Symbol.asyncDispose]()
    const responses = [
      await send(stoppedProvider.logoutToken({ sub: 'a' })),
      await send(stoppedProvider.logoutToken({ sub: 'a' })),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [400, 400],
    )
    assert.match(await lastRefusal(p, 'back-channel logout: '), /ECONNREFUSED|are unavailable/)
    await useProvider(p, { issuer: forger.issuer })
    session = await open({ sid: 'kept' })
  })

  test('a workspace without a provider gets the same response as an unknown workspace', async () => {
    const [row] = await p.sql(`select id from organization where slug = 'globex'`)
    const token = forger.logoutToken({ sid: 'kept' })
    const responses = [
      await send(token, { to: String(row?.id).slice(4) }),
      await send(token, { to: '0'.repeat(26) }),
      await send(token, { to: 'x' }),
    ]
    assert.equal(
      new Set(responses.map(({ status, body }) => JSON.stringify({ ...body, status, requestId: '' }))).size,
      1,
    )
  })

  test('a body without a token, or with two tokens, is rejected', async () => {
    const path = `/api/workspace/session/back-channel-logout/${workspace}`
    for (const body of ['', 'logout_token=a&logout_token=b'])
      assert.equal((await p.call('POST', path, { body, headers: form })).status, 400, body)
  })

  test('an address may send a hundred invalid tokens a minute, and they never block a valid token', async () => {
    const ip = '192.0.2.7'
    const junk = await Promise.all(Array.from({ length: 120 }, () => send('x.y.z', { from: ip })))
    assert.deepEqual([...new Set(junk.map(({ status }) => status))].sort(), [400, 429])
    const session = await open({ sid: 'last' })
    assert.equal((await send(forger.logoutToken({ sid: 'last' }), { from: ip })).status, 200)
    assert.equal(await isSignedIn(session), false)
  })
})

test("a session ends when the provider says, or at the workspace's maximum age", async () => {
  const sessionMinutes = async () => {
    const cookie = await open({ auth_time: Math.floor((p.clock.now() - 10 * minute) / second) })
    const { body } = await p.call('GET', '/api/workspace/session', { cookie })
    return Math.round((Date.parse(body.expiresAt) - p.clock.now()) / minute)
  }
  assert.equal(await sessionMinutes(), 720)
  await useProvider(p, { issuer: forger.issuer, maxAgeMinutes: 60 })
  assert.ok(Math.abs((await sessionMinutes()) - 50) <= 1)
  const until = Math.floor((p.clock.now() + 30 * minute) / second)
  const cookie = await open({ auth_time: now(), session_expiry: until })
  const { body } = await p.call('GET', '/api/workspace/session', { cookie })
  assert.equal(Date.parse(body.expiresAt), until * second)
  forger.claims = { sub: 'a', email, auth_time: now() - 2 * 3600 }
  const late = await signOn(p, email, url => {
    assert.equal(new URL(url).searchParams.get('max_age'), '3600')
    return forger.signIn(url)
  })
  assert.equal(late.status, 401)
  forger.claims = { sub: 'a', email }
  assert.equal((await signOn(p, email, url => forger.signIn(url))).status, 401, 'without auth_time')
  forger.claims = { sub: 'a', email, auth_time: now(), session_expiry: now() - 60 }
  assert.equal((await signOn(p, email, url => forger.signIn(url))).status, 401)
  assert.match(await lastRefusal(p, 'single sign-on: '), /too old/)
})
