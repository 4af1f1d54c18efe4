import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { password } from '#test/fixture.ts'
import { createBrowser } from '#test/identity-provider.ts'
import { startGlewlwyd, withoutGlewlwyd } from '#test/providers/glewlwyd.ts'
import { startLemonldap, withoutLemonldap } from '#test/providers/lemonldap.ts'
import type { ServedProvider } from '#test/providers/served.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const reason = 'for the campaign of single sign-on'
const single = '/api/workspace/session/single-sign-on'
const byKey = { clientAuthentication: 'private_key_jwt', clientSecret: undefined }
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
  const set = await p.call('POST', '/api/workspace/identity-provider', { cookie, body })
  assert.equal(set.status, 200, set.text)
  await p.sql('update sign_on_domain set named = true')
}

/** Makes whoever a provider knows by an address. */
const employ = async (email: string) => {
  const cookie = await p.signIn('admin@acme.example')
  const body = { email, name: email, role: 'admin', password, reason }
  const made = await p.call('POST', '/api/workspace/people', { cookie, body })
  assert.equal(made.status, 201, made.text)
}

const providers = [
  {
    ...{ name: 'LemonLDAP::NG', skip: withoutLemonldap, start: startLemonldap },
    // 2.16.1 offers neither back-channel logout nor private_key_jwt.
    isWhole: false,
  },
  { ...{ name: 'Glewlwyd', skip: withoutGlewlwyd, start: startGlewlwyd }, isWhole: true },
]

for (const { name, skip, start, isWhole } of providers) {
  describe(`single sign-on at ${name}`, { skip, concurrency: false }, () => {
    let provider: ServedProvider
    const browser = createBrowser()
    before(async () => {
      const cookie = await p.signIn('admin@acme.example')
      const { redirectUri, postLogoutRedirectUri: signedOutUri, backChannelLogoutUri } = await addresses(cookie)
      provider = await start({ redirectUri, signedOutUri, backChannelLogoutUri, ...client })
      await use(provider, cookie)
      await employ(provider.email)
    })
    after(() => provider[Symbol.asyncDispose]())

    const begin = async (fresh: boolean) => {
      const begun = await p.call('POST', single, { body: { email: provider.email, fresh } })
      assert.equal(begun.status, 200, begun.text)
      const flow = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const query = await provider.signIn(begun.body.url, browser)
      return p.call('POST', `${single}/callback`, { cookie: flow, body: { query } })
    }
    const lastRefusal = async (): Promise<unknown> => {
      await p.system.services.refusals.flush()
      const [row] = await p.sql(`select record::jsonb->>'detail' as detail from audit_event
        where action = 'session.open' and record::jsonb->>'detail' like 'single sign-on: %' order by id desc limit 1`)
      return row?.detail
    }
    const sessionOf = async (answer: Awaited<ReturnType<typeof begin>>): Promise<string> => {
      assert.equal(answer.status, 200, answer.status === 200 ? '' : String(await lastRefusal()))
      const cookies = answer.headers.getSetCookie().map(text => text.split(';')[0] ?? '')
      return cookies.find(text => text.startsWith('probata_session=')) ?? ''
    }
    const changeAccess = (cookie: string) =>
      p.call('POST', '/api/workspace/service-accounts', {
        cookie,
        body: { name: 'x', scopes: ['governance.evidence:read'], reason },
      })

    /** Neither provider says that an address is verified, so people connect their accounts themselves. */
    const connect = async (at: ServedProvider, using = browser) => {
      const session = await p.signIn(at.email)
      const begun = await p.call('POST', '/api/workspace/account/sign-on', { cookie: session, body: {} })
      const flow = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const query = await at.signIn(begun.body.url, using)
      await sessionOf(await p.call('POST', `${single}/callback`, { cookie: `${flow}; ${session}`, body: { query } }))
    }

    test('connects a person in their own session', async () => {
      assert.equal((await begin(false)).status, 401)
      assert.equal(await lastRefusal(), 'single sign-on: no verified address')
      await connect(provider)
    })

    test('signs a person on, and lets them change access after a fresh sign-on', async () => {
      const first = await begin(false)
      await sessionOf(first)
      assert.equal(first.body.person?.email, provider.email, first.text)
      const fresh = await sessionOf(await begin(true))
      const changed = await changeAccess(fresh)
      assert.equal(changed.status, 201, changed.text)
    })

    test('signs them out there and brings them back', async () => {
      const cookie = await sessionOf(await begin(false))
      const left = await p.call('DELETE', '/api/workspace/session', { cookie })
      assert.equal(left.status, 200, left.text)
      const asked = new URL(left.body.url).searchParams
      const back = await provider.signOut(left.body.url, browser)
      assert.equal(back.origin + back.pathname, asked.get('post_logout_redirect_uri'))
      assert.equal(back.searchParams.get('state'), asked.get('state'))
    })

    test('what it answers instead of a code is in the trail of the workspace', async () => {
      const begun = await p.call('POST', single, { body: { email: provider.email } })
      const state = new URL(begun.body.url).searchParams.get('state') ?? ''
      const said = {
        error: 'access_denied',
        error_description: 'The\u0007 account is\nlocked',
        state,
        iss: provider.issuer,
      }
      const flow = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const body = { query: String(new URLSearchParams(said)) }
      assert.equal((await p.call('POST', `${single}/callback`, { cookie: flow, body })).status, 401)
      assert.equal(await lastRefusal(), 'single sign-on: access_denied (The account is locked)')
    })

    if (!isWhole) {
      test('says that it neither tells of the end of a session nor knows clients by their keys', async () => {
        const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()
        const { backchannel_logout_supported: tells, token_endpoint_auth_methods_supported: methods } = Object(metadata)
        assert.deepEqual([tells, methods.includes('private_key_jwt')], [false, false])
      })
      return
    }

    test('tells of the end of a session there', async () => {
      const cookies = [await sessionOf(await begin(false)), await sessionOf(await begin(false))]
      const [mine = '', other = ''] = cookies
      const left = await p.call('DELETE', '/api/workspace/session', { cookie: mine })
      await provider.signOut(left.body.url, browser)
      await until('the session has ended', async () => {
        const { status } = await p.call('GET', '/api/workspace/session', { cookie: other })
        return status === 401
      })
      const [row] = await p.sql(
        `select count(*)::int as rows from audit_event where action = 'session.end_by_provider'`,
      )
      assert.ok(Number(row?.rows) > 0)
    })

    test('knows the workspace by its keys', async () => {
      const cookie = await p.signIn('admin@acme.example')
      const { jwksUri, ...uris } = await addresses(cookie)
      await using keyed = await start({ ...client, ...uris, signedOutUri: uris.postLogoutRedirectUri, jwksUri })
      await use(keyed, cookie, { ...byKey, assertionAudience: 'token_endpoint' })
      await connect(keyed, createBrowser())
      const begun = await p.call('POST', single, { body: { email: keyed.email } })
      const flow = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const body = { query: await keyed.signIn(begun.body.url, createBrowser()) }
      const done = await p.call('POST', `${single}/callback`, { cookie: flow, body })
      assert.equal(done.status, 200, String(await lastRefusal()))
    })
  })
}
