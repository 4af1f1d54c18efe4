import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { hour, minute } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { createBrowser, startIdentityProvider } from '#test/identity-provider.ts'
import { changeWithSecond } from '#test/second-administrator.ts'
import { lastRefusal, signOn, useProvider } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const email = 'auditor@acme.example'
const settings = '/api/workspace/identity-provider'
const reason = 'for the test of keys'
const byKey = { clientAuthentication: 'private_key_jwt', clientSecret: undefined }
const supportsKeys = {
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'PS256'],
}
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

const use = (overrides: object = byKey, metadata: object = supportsKeys) => {
  forger.metadata = metadata as never
  return useProvider(p, { issuer: forger.issuer, ...overrides })
}
const readSettings = async () => {
  const { body } = await p.call('GET', settings, { cookie: await p.signIn('admin@acme.example') })
  return body
}
const publishedKeyIds = async (): Promise<string[]> => {
  const { client: metadata } = await readSettings()
  const { status, body } = await p.call('GET', metadata.jwksUri.slice(p.url.length))
  if (status === 404) return []
  for (const { d } of body.keys) assert.equal(d, undefined)
  return body.keys.map(({ kid }: { kid: string }) => kid)
}
const rotate = async () =>
  p.call('POST', `${settings}/rotate-key`, { cookie: await p.signIn('admin@acme.example'), body: { reason } })

/** Signs on, verifies the client assertion with the published keys, and returns the id of its key. */
const signingKeyId = async (audience = forger.issuer): Promise<string | undefined> => {
  const response = await signOn(p, email, url => forger.signIn(url))
  assert.equal(response.status, 200, await lastRefusal(p, 'single sign-on: '))
  const form = forger.lastTokenRequest
  assert.equal(form.get('client_secret'), null)
  assert.equal(form.get('client_assertion_type'), 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
  const assertion = form.get('client_assertion') ?? ''
  const keys = createRemoteJWKSet(new URL((await readSettings()).client.jwksUri))
  const { payload } = await jwtVerify(assertion, keys, { issuer: 'client', subject: 'client', audience })
  assert.ok(payload.jti)
  return decodeProtectedHeader(assertion).kid
}

test('a real provider reads the published keys and accepts their signatures', async () => {
  await using other = await boot({ env })
  const [organization] = await other.sql(`select id from organization where slug = 'acme'`)
  await using provider = await startIdentityProvider({
    people: [{ sub: 'a', email, email_verified: true }],
    redirectUri: `${other.url}/sign-in/callback`,
    jwksUri: `${other.url}/api/workspace/session/client-keys/${String(organization?.id).slice(4)}`,
  })
  const { issuer, clientId } = provider
  await useProvider(other, { ...byKey, issuer, clientId })
  const browser = createBrowser()
  const { status } = await signOn(other, email, url => provider.signIn(url, 'a', browser))
  assert.equal(status, 200, await lastRefusal(other, 'single sign-on: '))
})

describe('private_key_jwt', () => {
  test('needs and stores no client secret; the private key is sealed and the public key is published', async () => {
    const provider = await use()
    assert.equal(provider.clientAuthentication, 'private_key_jwt')
    assert.deepEqual(
      provider.clientKeys.map(({ id }: { id: string }) => id),
      await publishedKeyIds(),
    )
    const [row] = await p.sql(`select client_secret, private_key from identity_provider, sign_on_key where is_current`)
    assert.equal(row?.client_secret, '')
    assert.match(String(row?.private_key), /^v1\./)
    assert.equal(await signingKeyId(), provider.clientKeys[0].id)
    await use()
    assert.deepEqual(await publishedKeyIds(), [provider.clientKeys[0].id], 'saving the settings again keeps the key')
    assert.ok((await p.system.runJob('check-sealed-values')) > 0)
    assert.deepEqual(await p.sql(`select 1 from security_event where type = 'masterKeyUnreadableValues'`), [])
    await p.sql(`update sign_on_key set private_key = 'v1.x.y'`)
    await p.system.runJob('check-sealed-values')
    assert.equal((await p.sql(`select 1 from security_event where type = 'masterKeyUnreadableValues'`)).length, 1)
    await p.sql('delete from sign_on_key')
  })

  const algorithms: readonly (readonly [string, string[] | undefined, string])[] = [
    ['PS256 if the provider lists it', ['RS256', 'PS256'], 'PS256'],
    ['RS256 if it does not', ['RS256', 'ES256'], 'RS256'],
    ['RS256 if it lists no algorithms', undefined, 'RS256'],
  ]
  for (const [name, supported, expected] of algorithms)
    test(`signs with ${name}`, async () => {
      await use(byKey, { ...supportsKeys, token_endpoint_auth_signing_alg_values_supported: supported })
      await signingKeyId()
      assert.equal(decodeProtectedHeader(forger.lastTokenRequest.get('client_assertion') ?? '').alg, expected)
    })

  test('has the token endpoint as its audience if configured', async () => {
    await use({ ...byKey, assertionAudience: 'token_endpoint' })
    await signingKeyId(`${forger.issuer}/token`)
  })

  test('is rejected if the provider does not support it', async () => {
    const requestSettings = async (metadata: object) => {
      forger.metadata = metadata as never
      const body = {
        ...{ issuer: forger.issuer, clientId: 'client', name: 'x', createPeople: false, defaultRole: 'auditor' },
        ...{ emailDomains: [], reason, clientAuthentication: 'private_key_jwt' },
      }
      return p.call('POST', settings, { cookie: await p.signIn('admin@acme.example'), body })
    }
    for (const metadata of [{}, { ...supportsKeys, token_endpoint_auth_signing_alg_values_supported: ['ES256'] }]) {
      const { status, body } = await requestSettings(metadata)
      assert.deepEqual([status, /private_key_jwt/.test(body.message)], [422, true])
    }
  })

  test('publishes a new key an hour before it signs, and the old key for another day', async () => {
    const [oldKeyId = ''] = (await use()).clientKeys.map(({ id }: { id: string }) => id)
    const rotation = await rotate()
    assert.equal(rotation.status, 200, rotation.text)
    const [, next = ''] = rotation.body.identityProvider.clientKeys.map(({ id }: { id: string }) => id)
    assert.deepEqual(await publishedKeyIds(), [oldKeyId, next])
    assert.equal(await signingKeyId(), oldKeyId)
    assert.equal((await rotate()).status, 422)
    p.clock.advance(hour + minute)
    assert.equal(await signingKeyId(), next)
    assert.deepEqual(await publishedKeyIds(), [oldKeyId, next])
    p.clock.advance(24 * hour)
    assert.deepEqual(await publishedKeyIds(), [next])
    assert.equal((await rotate()).status, 200)
    const rows = await p.sql('select id from sign_on_key order by id')
    assert.deepEqual([rows.length, rows[0]?.id], [2, next], 'the first key pair is deleted')
  })

  test('switching back to a client secret requires one and prevents rotation; removing the provider deletes the keys', async () => {
    await use()
    const cookie = await p.signIn('admin@acme.example')
    const body = {
      ...{ issuer: forger.issuer, clientId: 'client', name: 'x', createPeople: false, defaultRole: 'auditor' },
      ...{ emailDomains: [], reason },
    }
    const { status, body: response } = await p.call('POST', settings, { cookie, body })
    assert.deepEqual([status, response.issues?.[0]?.path], [400, ['clientSecret']])
    await use({})
    assert.equal((await rotate()).status, 422)
    await changeWithSecond(p, cookie, ['DELETE', '/identity-provider'])
    assert.deepEqual([await publishedKeyIds(), await p.sql('select 1 from sign_on_key')], [[], []])
    assert.equal((await rotate()).status, 404)
  })
})
