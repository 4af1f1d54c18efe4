import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProviderPerson, startIdentityProvider } from '#test/identity-provider.ts'
import { setRules } from '#test/second-administrator.ts'
import { signOn, useProvider } from '#test/sign-on.ts'
import { boot } from '#test/system.ts'

const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }

test("reads a provider's groups from UserInfo, with a scope, by claim name or by path", async () => {
  await using p = await boot({ env })
  const people: ProviderPerson[] = [
    { sub: 'n', email: 'new@acme.example', email_verified: true, groups: ['staff', 'it-risk'] },
    { sub: 'r', email: 'realm@acme.example', email_verified: true, realm_access: { roles: ['uma', 'it-risk'] } },
    { sub: 'o', email: 'other@acme.example', email_verified: true },
  ]
  await using provider = await startIdentityProvider({ people, redirectUri: `${p.url}/sign-in/callback` })
  const { issuer, clientId, clientSecret } = provider
  const settings = { issuer, clientId, clientSecret, createPeople: true }
  const cookie = await p.signIn('admin@acme.example')
  const rules = [{ source: 'single_sign_on', group: 'it-risk', role: 'contributor' }]
  await setRules(p, cookie, rules)

  // Without the scope, the provider sends no groups.
  await useProvider(p, settings)
  const withoutGroups = await signOn(p, 'new@acme.example', url => provider.signIn(url, 'n'))
  assert.equal(withoutGroups.status, 401)
  await useProvider(p, { ...settings, groupsScope: 'groups' })
  const response = await signOn(p, 'new@acme.example', url => provider.signIn(url, 'n'))
  assert.equal(response.status, 200, response.text)
  assert.match(response.url, /scope=openid\+email\+profile\+groups/)
  assert.deepEqual([response.body.person.role, response.body.person.mappedFrom], ['contributor', 'single_sign_on'])
  assert.equal((await signOn(p, 'other@acme.example', url => provider.signIn(url, 'o'))).status, 401)

  await useProvider(p, { ...settings, groupsScope: 'roles', groupsClaim: 'realm_access.roles' })
  const nested = await signOn(p, 'realm@acme.example', url => provider.signIn(url, 'r'))
  assert.equal(nested.status, 200, nested.text)
  assert.deepEqual([nested.body.person.role, nested.body.person.mappedFrom], ['contributor', 'single_sign_on'])
  const rejected = await signOn(p, 'new@acme.example', url => provider.signIn(url, 'n'))
  assert.equal(rejected.status, 401, 'groups in any other claim are not read')
})
