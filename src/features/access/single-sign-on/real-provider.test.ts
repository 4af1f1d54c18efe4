import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityProvider } from '#test/identity-provider.ts'
import { connectPeople, useProvider } from '#test/sign-on.ts'
import { boot } from '#test/system.ts'

const path = '/api/workspace/session/single-sign-on'

test('with a real provider and a browser, an existing person signs on, a new person is created and another identity rejected', async () => {
  await using p = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
  const redirectUri = `${p.url}/sign-in/callback`
  const people = [
    { sub: 'r', email: 'reviewer@acme.example', email_verified: true, name: 'Another Name' },
    { sub: 'n', email: 'new@acme.example', email_verified: true, name: 'New\u0007 Person' },
    { sub: 'o', email: 'admin@globex.example', email_verified: true },
  ]
  await using provider = await startIdentityProvider({ people, redirectUri })
  const { issuer, clientId, clientSecret } = provider
  const domains = { createPeople: true, defaultRole: 'contributor', emailDomains: ['Acme.example'] }
  const saved = await useProvider(p, { issuer, clientId, clientSecret, ...domains })
  assert.equal(saved.redirectUri, redirectUri)
  await connectPeople(p, { reviewer: 'r' })
  const signIn = async (email: string, sub: string) => {
    const start = await p.call('POST', path, { body: { email } })
    assert.equal(start.body.redirectOrigin, p.url)
    const cookie = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return p.call('POST', `${path}/callback`, { cookie, body: { query: await provider.signIn(start.body.url, sub) } })
  }
  const existing = await signIn('reviewer@acme.example', 'r')
  assert.equal(existing.status, 200, existing.text)
  assert.deepEqual([existing.body.person.name, existing.body.signedInWith], ['reviewer of acme', 'single_sign_on'])
  const cookies = existing.headers.getSetCookie()
  assert.ok(cookies.some(text => /^probata_sign_on=; .*Max-Age=0/.test(text)))
  const session = cookies.find(text => text.startsWith('probata_session='))?.split(';')[0] ?? ''
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie: session })).status, 200)

  const created = await signIn('new@acme.example', 'n')
  const { person } = created.body
  assert.deepEqual([created.status, person?.name, person?.role], [200, 'New Person', 'contributor'], created.text)
  const secondSignOn = await signIn('new@acme.example', 'n')
  assert.equal(secondSignOn.body.person?.id, person.id)
  assert.equal((await signIn('new@acme.example', 'o')).status, 401)
})
