import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { type Browser, createBrowser } from '#test/identity-provider.ts'
import { startGlewlwyd, withoutGlewlwyd } from '#test/providers/glewlwyd.ts'
import { startLemonldap, withoutLemonldap } from '#test/providers/lemonldap.ts'
import type { ServedProvider } from '#test/providers/served.ts'
import { setProvider, setRules } from '#test/second-administrator.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const reason = 'for the campaign of single sign-on'
const signOnPath = '/api/workspace/session/single-sign-on'
const clientKeySettings = { clientAuthentication: 'private_key_jwt', clientSecret: undefined }
const client = { clientId: 'client', clientSecret: 'a-secret-of-the-campaign' }

let p: Probata
before(async () => {
  p = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
})
after(() => p[Symbol.asyncDispose]())

const addresses = async (cookie: string) =>
  (await p.call('GET', '/api/workspace/identity-provider', { cookie })).body.client

const use = async ({ issuer }: ServedProvider, cookie: string, over: object = {}) => {
  const body = {
    ...{ issuer, ...client, name: 'Login', createPeople: true, defaultRole: 'admin', emailDomains: ['badwolf.org'] },
    ...{ reason, ...over },
  }
  await setProvider(p, cookie, body)
  await p.sql('update sign_on_domain set named = true')
}

const providers = [
  {
    ...{ name: 'LemonLDAP::NG', skip: withoutLemonldap, start: startLemonldap },
    // LemonLDAP::NG 2.16.1 supports neither back-channel logout nor private_key_jwt.
    ...{ hasLogoutAndKeys: false, writesTime: true, groupsScope: 'groups' },
  },
  // Glewlwyd 2.7.5 reports the year 1970 as the time of the sign-in.
  {
    ...{ name: 'Glewlwyd', skip: withoutGlewlwyd, start: startGlewlwyd },
    hasLogoutAndKeys: true,
    writesTime: false,
    groupsScope: undefined,
  },
]

for (const { name, skip, start, hasLogoutAndKeys, writesTime, groupsScope } of providers) {
  describe(`single sign-on with ${name}`, { skip, concurrency: false }, () => {
    let provider: ServedProvider
    const browser = createBrowser()
    before(async () => {
      const cookie = await p.signIn('admin@acme.example')
      const { redirectUri, postLogoutRedirectUri: signedOutUri, backChannelLogoutUri } = await addresses(cookie)
      provider = await start({ redirectUri, signedOutUri, backChannelLogoutUri, ...client })
      await use(provider, cookie)
      const person = { email: provider.email, name, role: 'admin', password, reason }
      const personResponse = await p.call('POST', '/api/workspace/people', { cookie, body: person })
      assert.equal(personResponse.status, 201, personResponse.text)
    })
    after(() => provider[Symbol.asyncDispose]())

    const begin = async (fresh: boolean) => {
      const startResponse = await p.call('POST', signOnPath, { body: { email: provider.email, fresh } })
      assert.equal(startResponse.status, 200, startResponse.text)
      const flow = startResponse.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const query = await provider.signIn(startResponse.body.url, browser)
      return p.call('POST', `${signOnPath}/callback`, { cookie: flow, body: { query } })
    }
    const connect = async (provider: ServedProvider, browser: Browser) => {
      const session = await p.signIn(provider.email)
      const startResponse = await p.call('POST', '/api/workspace/account/sign-on', { cookie: session, body: {} })
      const flow = startResponse.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const query = await provider.signIn(startResponse.body.url, browser)
      return p.call('POST', `${signOnPath}/callback`, { cookie: `${flow}; ${session}`, body: { query } })
    }
    const lastRefusal = async (): Promise<unknown> => {
      await p.system.services.refusals.flush()
      const [row] = await p.sql(`select record::jsonb->>'detail' as detail from audit_event
        where action = 'session.open' and record::jsonb->>'detail' like 'single sign-on: %' order by id desc limit 1`)
      return row?.detail
    }
    const sessionOf = async (response: Awaited<ReturnType<typeof begin>>): Promise<string> => {
      assert.equal(response.status, 200, response.status === 200 ? '' : String(await lastRefusal()))
      const cookies = response.headers.getSetCookie().map(text => text.split(';')[0] ?? '')
      return cookies.find(text => text.startsWith('probata_session=')) ?? ''
    }
    const changeAccess = (cookie: string) =>
      p.call('POST', '/api/workspace/service-accounts', {
        cookie,
        body: { name: 'x', scopes: ['governance.evidence:read'], reason },
      })

    test('connects a person within their own session', async () => {
      assert.equal((await begin(false)).status, 401)
      await sessionOf(await connect(provider, browser))
    })

    test('signs a person in, and lets them change access after a fresh sign-in', async () => {
      const firstSession = await begin(false)
      await sessionOf(firstSession)
      assert.equal(firstSession.body.person?.email, provider.email, firstSession.text)
      const freshSession = await sessionOf(await begin(true))
      const response = await changeAccess(freshSession)
      assert.equal(response.status, 201, response.text)
    })

    test(`${writesTime ? 'ends' : 'rejects'} a session that may last an hour from the sign-in at the provider`, async () => {
      await use(provider, await p.signIn('admin@acme.example'), { maxAgeMinutes: 60 })
      const callback = await begin(false)
      await use(provider, await p.signIn('admin@acme.example'))
      if (!writesTime) return assert.equal(callback.status, 401)
      assert.equal(callback.status, 200, String(await lastRefusal()))
      const minutesLeft = (Date.parse(callback.body.expiresAt) - p.clock.now()) / minute
      assert.ok(minutesLeft > 50 && minutesLeft <= 60, `${minutesLeft} minutes`)
    })

    test('signs people out at the provider and brings them back', async () => {
      const cookie = await sessionOf(await begin(false))
      const signOut = await p.call('DELETE', '/api/workspace/session', { cookie })
      assert.equal(signOut.status, 200, signOut.text)
      const signOutQuery = new URL(signOut.body.url).searchParams
      const returnUrl = await provider.signOut(signOut.body.url, browser)
      assert.equal(returnUrl.origin + returnUrl.pathname, signOutQuery.get('post_logout_redirect_uri'))
      assert.equal(returnUrl.searchParams.get('state'), signOutQuery.get('state'))
    })

    test("a response without a code is recorded in the workspace's trail", async () => {
      const startResponse = await p.call('POST', signOnPath, { body: { email: provider.email } })
      const state = new URL(startResponse.body.url).searchParams.get('state') ?? ''
      const errorQuery = {
        error: 'access_denied',
        error_description: 'The\u0007 account is\nlocked',
        state,
        iss: provider.issuer,
      }
      const flow = startResponse.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const body = { query: String(new URLSearchParams(errorQuery)) }
      assert.equal((await p.call('POST', `${signOnPath}/callback`, { cookie: flow, body })).status, 401)
      assert.match(String(await lastRefusal()), /single sign-on: access_denied \(The account is locked\)$/)
    })

    test('assigns role and units by the groups that the provider sends', async () => {
      const cookie = await p.signIn('admin@acme.example')
      await use(provider, cookie, { mapPeople: 'all', groupsScope })
      const [first, last] = provider.groups
      const source = 'single_sign_on'
      await setRules(p, cookie, [
        { source, group: first, role: 'auditor' },
        { source, group: last, role: 'reviewer' },
        { source, group: 'others', role: 'admin' },
      ])
      const callback = await begin(false)
      await sessionOf(callback)
      const { role, mappedFrom } = callback.body.person
      assert.deepEqual([role, mappedFrom], ['reviewer', source])
      await setRules(p, cookie, [{ source, group: 'others', role: 'auditor' }])
      assert.equal((await begin(false)).status, 401)
      await setRules(p, cookie, [{ source, group: first, role: 'admin' }])
      assert.equal((await begin(false)).body.person?.role, 'admin')
      await setRules(p, cookie, [])
    })

    if (!hasLogoutAndKeys) {
      test('reports that the provider neither announces the end of a session nor authenticates clients by their keys', async () => {
        const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()
        const { backchannel_logout_supported: hasBackChannelLogout, token_endpoint_auth_methods_supported: methods } =
          Object(metadata)
        assert.deepEqual([hasBackChannelLogout, methods.includes('private_key_jwt')], [false, false])
      })
      return
    }

    test('announces the end of a session at the provider', async () => {
      const cookies = [await sessionOf(await begin(false)), await sessionOf(await begin(false))]
      const [ownCookie = '', otherCookie = ''] = cookies
      const signOut = await p.call('DELETE', '/api/workspace/session', { cookie: ownCookie })
      await provider.signOut(signOut.body.url, browser)
      await until('the session has ended', async () => {
        const { status } = await p.call('GET', '/api/workspace/session', { cookie: otherCookie })
        return status === 401
      })
      const [row] = await p.sql(
        `select count(*)::int as rows from audit_event where action = 'session.end_by_provider'`,
      )
      assert.ok(Number(row?.rows) > 0)
    })

    test('authenticates the workspace by its keys', async () => {
      const cookie = await p.signIn('admin@acme.example')
      const { jwksUri, ...uris } = await addresses(cookie)
      await using keyProvider = await start({ ...client, ...uris, signedOutUri: uris.postLogoutRedirectUri, jwksUri })
      await use(keyProvider, cookie, { ...clientKeySettings, assertionAudience: 'token_endpoint' })
      await sessionOf(await connect(keyProvider, createBrowser()))
    })
  })
}
