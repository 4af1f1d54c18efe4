import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { createBrowser, startIdentityProvider } from '#test/identity-provider.ts'
import { signOn, useProvider } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const email = 'auditor@acme.example'
const session = '/api/workspace/session'
const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8' }

let p: Probata
let forger: ForgingProvider
before(async () => {
  p = await boot({ env })
  forger = await startForgingProvider()
  forger.claims = { sub: 'a', email, email_verified: true }
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await p[Symbol.asyncDispose]()
})

const use = (overrides: object = {}, metadata = { end_session_endpoint: `${forger.issuer}/end?tenant=t` }) => {
  forger.metadata = metadata
  return useProvider(p, { issuer: forger.issuer, ...overrides })
}
const openSession = async () => (await signOn(p, email, url => forger.signIn(url))).session
const signOut = (cookie: string) => p.call('DELETE', session, { cookie })

test('a real provider signs the browser out, sends it back and ends the other sessions by back-channel logout', async () => {
  const browser = createBrowser()
  await using other = await boot({ env })
  const [organization] = await other.sql(`select id from organization where slug = 'acme'`)
  await using provider = await startIdentityProvider({
    people: [{ sub: 'a', email, email_verified: true }],
    redirectUri: `${other.url}/sign-in/callback`,
    signedOutUri: `${other.url}/sign-in`,
    backChannelLogoutUri: `${other.url}/api/workspace/session/back-channel-logout/${String(organization?.id).slice(4)}`,
  })
  const { issuer, clientId, clientSecret } = provider
  await useProvider(other, { issuer, clientId, clientSecret })
  const signInAtProvider = (url: string) => provider.signIn(url, 'a', browser)
  const [firstSession, secondSession] = [
    await signOn(other, email, signInAtProvider),
    await signOn(other, email, signInAtProvider),
  ]
  assert.equal(provider.logins, 1)
  const response = await other.call('DELETE', session, { cookie: firstSession.session })
  assert.equal(response.status, 200, response.text)
  const returnUrl = await provider.signOut(response.body.url, browser)
  assert.equal(returnUrl.searchParams.get('state'), new URL(response.body.url).searchParams.get('state'))
  await provider.logoutNotified
  assert.equal((await other.call('GET', session, { cookie: secondSession.session })).status, 401)
  await signOn(other, email, signInAtProvider)
  assert.equal(provider.logins, 2)
})

test("the session's end follows from a real provider's auth_time, and a response with a wrong issuer is rejected", async () => {
  await using other = await boot({ env })
  const people = [{ sub: 'a', email, email_verified: true }]
  await using provider = await startIdentityProvider({ people, redirectUri: `${other.url}/sign-in/callback` })
  const { issuer, clientId, clientSecret } = provider
  await useProvider(other, { issuer, clientId, clientSecret, maxAgeMinutes: 60 })
  const browser = createBrowser()
  const response = await signOn(other, email, url => provider.signIn(url, 'a', browser))
  assert.equal(new URL(response.url).searchParams.get('max_age'), '3600')
  const minutes = (Date.parse(response.body.expiresAt) - other.clock.now()) / minute
  assert.ok(minutes > 50 && minutes <= 60, `${minutes} minutes`)
  const mixedUp = await signOn(other, email, async url => {
    const callbackQuery = new URLSearchParams(await provider.signIn(url, 'a', browser))
    assert.equal(callbackQuery.get('iss'), issuer)
    callbackQuery.set('iss', 'https://issuer.example')
    return String(callbackQuery)
  })
  assert.equal(mixedUp.status, 401)
})

test("signing out ends the session at once and returns the provider's page, with the ID token as a hint", async () => {
  const { endsSessions, signOutAtProvider } = await use()
  assert.deepEqual([endsSessions, signOutAtProvider], [true, true])
  const cookie = await openSession()
  const [row] = await p.sql('select id_token from session where id_token is not null')
  assert.match(String(row?.id_token), /^v1\./)
  const { status, body, headers } = await signOut(cookie)
  assert.equal(status, 200)
  assert.match(headers.get('set-cookie') ?? '', /^probata_session=; .*Max-Age=0/)
  const { origin, pathname, searchParams } = new URL(body.url)
  assert.equal(origin + pathname, `${forger.issuer}/end`)
  assert.deepEqual([...searchParams.keys()].sort(), [
    ...['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state', 'tenant'],
  ])
  assert.equal(searchParams.get('post_logout_redirect_uri'), `${p.url}/sign-in`)
  assert.equal(
    JSON.parse(Buffer.from(searchParams.get('id_token_hint')?.split('.')[1] ?? '', 'base64url').toString()).sub,
    'a',
  )
  assert.equal((await p.call('GET', session, { cookie })).status, 401)
  assert.equal((await signOut(cookie)).status, 401)
})

test('an ID token that is too long for a URL is omitted', async () => {
  await use()
  forger.claims = { ...forger.claims, groups: Array.from({ length: 500 }, (_, i) => `group-${i}`) }
  const { body } = await signOut(await openSession())
  forger.claims = { sub: 'a', email, email_verified: true }
  assert.equal(new URL(body.url).searchParams.get('id_token_hint'), null)
})

test("signing out returns 204 without the provider's page if the session or the settings do not allow one", async () => {
  await use()
  assert.equal((await signOut(await p.signIn(email))).status, 204)
  await use({ signOutAtProvider: false })
  assert.equal((await signOut(await openSession())).status, 204)
  await use({}, {} as never)
  assert.equal((await signOut(await openSession())).status, 204)
  await use()
  const otherSession = await openSession()
  await p.sql(`update session set issuer = 'https://issuer.example' where issuer is not null`)
  assert.equal((await signOut(otherSession)).status, 204)
})

test('settings with an unsafe end_session_endpoint are rejected', async () => {
  forger.metadata = { end_session_endpoint: 'javascript:alert(1)' }
  const cookie = await p.signIn('admin@acme.example')
  const body = {
    ...{ issuer: forger.issuer, clientId: 'client', clientSecret: 'secret', name: 'x', createPeople: false },
    ...{ defaultRole: 'auditor', emailDomains: [], reason: 'for the test of sign-out' },
  }
  const response = await p.call('POST', '/api/workspace/identity-provider', { cookie, body })
  assert.deepEqual([response.status, /end_session_endpoint/.test(response.body.message)], [422, true])
})
