import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createBrowser } from '#test/identity-provider.ts'
import { startGlewlwyd, withoutGlewlwyd } from '#test/providers/glewlwyd.ts'
import { startLemonldap, withoutLemonldap } from '#test/providers/lemonldap.ts'
import type { ServedProvider } from '#test/providers/served.ts'
import { boot, type Probata } from '#test/system.ts'

const reason = 'for the campaign of single sign-on'
const single = '/api/workspace/session/single-sign-on'
const client = { clientId: 'client', clientSecret: 'a-secret-of-the-campaign' }

let p: Probata
before(async () => {
  p = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
})
after(() => p[Symbol.asyncDispose]())

const addresses = async (cookie: string) =>
  (await p.call('GET', '/api/workspace/identity-provider', { cookie })).body.client

const providers = [
  { name: 'LemonLDAP::NG', skip: withoutLemonldap, start: startLemonldap },
  { name: 'Glewlwyd', skip: withoutGlewlwyd, start: startGlewlwyd },
]

for (const { name, skip, start } of providers) {
  describe(`single sign-on at ${name}`, { skip, concurrency: false }, () => {
    let provider: ServedProvider
    const browser = createBrowser()
    before(async () => {
      const cookie = await p.signIn('admin@acme.example')
      const { redirectUri, postLogoutRedirectUri: signedOutUri, backChannelLogoutUri } = await addresses(cookie)
      provider = await start({ redirectUri, signedOutUri, backChannelLogoutUri, ...client })
      const set = await p.call('POST', '/api/workspace/identity-provider', {
        cookie,
        body: {
          ...{ issuer: provider.issuer, ...client, name, createPeople: true, defaultRole: 'admin' },
          ...{ emailDomains: ['badwolf.org'], reason },
        },
      })
      assert.equal(set.status, 200, set.text)
      await p.sql('update sign_on_domain set named = true')
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
  })
}
