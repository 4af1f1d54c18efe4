import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { ClientCredentials } from 'simple-oauth2'
import { clientSecret } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

const clientId = 'acme-scanner'
const readScope = 'governance.evidence:read'

let p: Probata
before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

const assertTokenWorks = async (accessToken: unknown): Promise<void> => {
  const { status, body } = await p.call('GET', '/api/v1/governance/evidence/claims', { token: String(accessToken) })
  assert.deepEqual([status, body], [200, { claims: [], pagination: {} }])
}

const metadata = () => ({ issuer: p.url, token_endpoint: `${p.url}/api/v1/auth/token` })

describe('oauth4webapi', () => {
  const methods = { client_secret_basic: oauth.ClientSecretBasic, client_secret_post: oauth.ClientSecretPost }
  const client = { client_id: clientId }
  // The library's documented option for authorization servers that do not use TLS.
  const insecure = { [oauth.allowInsecureRequests]: true }

  for (const [name, authenticate] of Object.entries(methods)) {
    test(`${name}: obtains a token and uses it`, async () => {
      const server = metadata()
      const request = (secret: string, scope: string) =>
        oauth.clientCredentialsGrantRequest(server, client, authenticate(secret), { scope }, insecure)
      const tokenResponse = await oauth.processClientCredentialsResponse(
        server,
        client,
        await request(clientSecret, readScope),
      )
      assert.deepEqual(
        [tokenResponse.token_type, tokenResponse.expires_in, tokenResponse.scope],
        ['bearer', 3600, readScope],
      )
      await assertTokenWorks(tokenResponse.access_token)

      const failWith = (secret: string, scope: string) =>
        request(secret, scope)
          .then(response => oauth.processClientCredentialsResponse(server, client, response))
          .then(
            () => assert.fail('it succeeded'),
            (error: unknown) => error,
          )
      const wrongSecretError = await failWith('a-wrong-secret-of-a-client', readScope)
      // The library throws this error if the response has a challenge, which RFC 6749 section 5.2 requires.
      assert.ok(wrongSecretError instanceof oauth.WWWAuthenticateChallengeError, String(wrongSecretError))
      assert.deepEqual([wrongSecretError.status, wrongSecretError.cause[0]?.scheme], [401, 'basic'])
      const scopeError = await failWith(clientSecret, 'governance.controls:read')
      assert.ok(scopeError instanceof oauth.ResponseBodyError, String(scopeError))
      assert.deepEqual([scopeError.status, scopeError.error], [400, 'invalid_scope'])
      assert.ok(scopeError.error_description)
    })
  }
})

describe('openid-client', () => {
  const methods = { client_secret_basic: openid.ClientSecretBasic, client_secret_post: openid.ClientSecretPost }
  const configure = (secret: string, authenticate: (secret: string) => openid.ClientAuth) => {
    const configuration = new openid.Configuration(metadata(), clientId, secret, authenticate(secret))
    openid.allowInsecureRequests(configuration)
    return configuration
  }

  for (const [name, authenticate] of Object.entries(methods)) {
    test(`${name}: obtains a token and uses it`, async () => {
      const configuration = configure(clientSecret, authenticate)
      const tokenResponse = await openid.clientCredentialsGrant(configuration, { scope: readScope })
      assert.deepEqual(
        [tokenResponse.token_type, tokenResponse.expires_in, tokenResponse.scope],
        ['bearer', 3600, readScope],
      )
      await assertTokenWorks(tokenResponse.access_token)
      const protectedResource = new URL(`${p.url}/api/v1/governance/evidence/claims`)
      const resource = await openid.fetchProtectedResource(
        configuration,
        tokenResponse.access_token,
        protectedResource,
        'GET',
      )
      assert.equal(resource.status, 200)

      const scopeRejection = openid.clientCredentialsGrant(configuration, { scope: 'governance.controls:read' })
      await assert.rejects(scopeRejection, { name: 'ResponseBodyError', error: 'invalid_scope', status: 400 })
      const secretRejection = openid.clientCredentialsGrant(configure('a-wrong-secret-of-a-client', authenticate))
      await assert.rejects(secretRejection, (error: unknown) => {
        assert.ok(error instanceof openid.WWWAuthenticateChallengeError, String(error))
        assert.deepEqual([error.status, error.cause[0]?.scheme], [401, 'basic'])
        return true
      })
    })
  }
})

describe('simple-oauth2', () => {
  for (const authorizationMethod of ['header', 'body'] as const) {
    for (const bodyFormat of ['form', 'json'] as const) {
      test(`credentials in the ${authorizationMethod}, ${bodyFormat} body: obtains a token and uses it`, async () => {
        const make = (secret: string) =>
          new ClientCredentials({
            // Uses another account, because wrong secrets are counted per account.
            client: { id: 'acme-second', secret },
            auth: { tokenHost: p.url, tokenPath: '/api/v1/auth/token' },
            options: { authorizationMethod, bodyFormat },
          })
        const { token, expired } = await make(clientSecret).getToken({ scope: readScope })
        assert.deepEqual([token.token_type, token.expires_in, token.scope], ['Bearer', 3600, readScope])
        assert.ok(token.expires_at instanceof Date && token.expires_at.getTime() > p.clock.now())
        assert.equal(typeof expired, 'function')
        await assertTokenWorks(token.access_token)

        await assert.rejects(make('a-wrong-secret-of-a-client').getToken({}), (error: unknown) => {
          assert.ok(error instanceof Error && 'output' in error && 'data' in error, String(error))
          const { output, data } = error as unknown as {
            output: { statusCode: number }
            data: { payload: Record<string, unknown> }
          }
          assert.equal(output.statusCode, 401)
          assert.equal(data.payload.error, 'invalid_client')
          assert.equal(typeof data.payload.error_description, 'string')
          return true
        })
      })
    }
  }
})

test('RFC 6749 section 5: the response and its errors on the wire', async () => {
  const issue = (body: string, headers: Record<string, string> = {}) =>
    p.call('POST', '/api/v1/auth/token', {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
  const grant = 'grant_type=client_credentials'
  const post = `client_id=${clientId}&client_secret=${clientSecret}`
  const cases: [string, () => ReturnType<typeof issue>, number, string | undefined][] = [
    ['basic', () => issue(grant, basic(clientId, clientSecret)), 200, undefined],
    ['post', () => issue(`${grant}&${post}`), 200, undefined],
    ['wrong secret', () => issue(grant, basic('acme-reader', 'wrong')), 401, 'invalid_client'],
    ['unknown client', () => issue(grant, basic('nobody', clientSecret)), 401, 'invalid_client'],
    ['disabled client', () => issue(grant, basic('acme-retired', clientSecret)), 401, 'invalid_client'],
    ['no client', () => issue(grant), 401, 'invalid_client'],
    ['two methods at once', () => issue(`${grant}&${post}`, basic(clientId, clientSecret)), 400, 'invalid_request'],
    ['another grant', () => issue(`grant_type=password&${post}`), 400, 'unsupported_grant_type'],
    ['no grant', () => issue(post), 400, 'invalid_request'],
    ['a parameter twice', () => issue(`${grant}&${grant}&${post}`), 400, 'invalid_request'],
    ['a scope not held', () => issue(`${grant}&${post}&scope=governance.risks:read`), 400, 'invalid_scope'],
    ['an unknown scope', () => issue(`${grant}&${post}&scope=everything`), 400, 'invalid_scope'],
  ]
  for (const [title, send, status, error] of cases) {
    const tokenResponse = await send()
    assert.deepEqual([tokenResponse.status, tokenResponse.body.error], [status, error], title)
    assert.equal(tokenResponse.headers.get('cache-control'), 'no-store', title)
    if (!error) continue
    assert.equal(tokenResponse.body.error_description, tokenResponse.body.message, title)
    assert.equal(tokenResponse.body.requestId, tokenResponse.headers.get('x-request-id'), title)
    assert.equal(tokenResponse.headers.has('www-authenticate'), status === 401, title)
  }
})
