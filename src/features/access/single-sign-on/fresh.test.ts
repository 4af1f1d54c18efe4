import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { type Browser, createBrowser, type IdentityProvider, startIdentityProvider } from '#test/identity-provider.ts'
import { setProvider } from '#test/second-administrator.ts'
import { connectPeople } from '#test/sign-on.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'

const email = 'admin@acme.example'
const reason = 'for the test of a fresh sign-on'

let p: Probata
before(async () => {
  p = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
})
after(() => p[Symbol.asyncDispose]())

const useProvider = async (provider: object, sub: string) => {
  const rest = { name: 'Login', createPeople: false, defaultRole: 'auditor', emailDomains: ['acme.example'] }
  const cookie = await p.signIn(email)
  await setProvider(p, cookie, { ...provider, ...rest })
  await p.sql('update sign_on_domain set named = true')
  await connectPeople(p, { admin: sub })
}

/** Signs on and returns the session's cookie. */
const signOn = async (fresh: boolean, atProvider: (url: string) => Promise<string> | string): Promise<string> => {
  const path = '/api/workspace/session/single-sign-on'
  const start = await p.call('POST', path, { body: { email, ...(fresh && { fresh }) } })
  assert.equal(start.status, 200, start.text)
  const flow = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const query = await atProvider(start.body.url)
  const callback = await p.call('POST', `${path}/callback`, { cookie: flow, body: { query } })
  assert.equal(callback.status, 200, callback.text)
  return (
    callback.headers
      .getSetCookie()
      .find(text => text.startsWith('probata_session='))
      ?.split(';')[0] ?? ''
  )
}

const changeAccess = (cookie: string): Promise<ApiResponse> => {
  const body = { name: 'x', scopes: ['governance.evidence:read'], reason }
  return p.call('POST', '/api/workspace/service-accounts', { cookie, body })
}
const mustConfirm = async (cookie: string): Promise<boolean> => {
  const { status, body } = await changeAccess(cookie)
  assert.deepEqual([status, body.confirm], status === 201 ? [201, undefined] : [403, 'single_sign_on'])
  return status === 403
}

describe('changing access after single sign-on, at a real provider', () => {
  let provider: IdentityProvider
  let browser: Browser
  before(async () => {
    const people = [{ sub: 'a', email, email_verified: true }]
    provider = await startIdentityProvider({ people, redirectUri: `${p.url}/sign-in/callback` })
    browser = createBrowser()
    const { issuer, clientId, clientSecret } = provider
    await useProvider({ issuer, clientId, clientSecret }, 'a')
  })
  after(() => provider[Symbol.asyncDispose]())

  const signInAtProvider = (url: string) => provider.signIn(url, 'a', browser)

  test('accepts a sign-on for which the provider authenticated the person again', async () => {
    assert.equal(await mustConfirm(await signOn(false, signInAtProvider)), true)
    assert.equal(await mustConfirm(await signOn(false, signInAtProvider)), true)
    assert.equal(provider.logins, 1)
    assert.equal(await mustConfirm(await signOn(true, signInAtProvider)), false)
    assert.equal(provider.logins, 2)
  })
})

describe('the time of authentication at the provider', () => {
  let forger: ForgingProvider
  before(async () => {
    await p.sql('delete from person_identity')
    forger = await startForgingProvider()
    await useProvider({ issuer: forger.issuer, clientId: 'client', clientSecret: 'secret' }, 'forged')
  })
  after(() => forger[Symbol.asyncDispose]())

  const ago = (ms: number) => ({ auth_time: Math.floor((p.clock.now() - ms) / second) })
  const noTime = () => ({})
  const cases: readonly (readonly [name: string, fresh: boolean, claims: () => object, expected: boolean])[] = [
    ['comes from the provider: just now', false, () => ago(0), false],
    ['comes from the provider: an hour ago', false, () => ago(hour), true],
    ['comes from the provider, even if it ignored a request to authenticate again', true, () => ago(hour), true],
    ['is unknown if the provider sends no time and was not requested to authenticate again', false, noTime, true],
    ['is now if the provider sends no time and was requested to authenticate again', true, noTime, false],
    ['is unknown if the provider sends 0', false, () => ({ auth_time: 0 }), true],
    ['is now if the provider sends 0 and was requested to authenticate again', true, () => ({ auth_time: 0 }), false],
  ]
  for (const [name, fresh, claims, expected] of cases)
    test(name, async () => {
      forger.claims = { sub: 'forged', email, email_verified: true, ...claims() }
      assert.equal(await mustConfirm(await signOn(fresh, url => forger.signIn(url))), expected)
    })

  test('is never in the future', async () => {
    forger.claims = { sub: 'forged', email, email_verified: true, ...ago(-hour) }
    const cookie = await signOn(false, url => forger.signIn(url))
    assert.equal(await mustConfirm(cookie), false)
    p.clock.advance(11 * minute)
    assert.equal(await mustConfirm(cookie), true)
  })
})
