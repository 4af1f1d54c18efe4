import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { freePort } from '#test/free-port.ts'
import { findExecutable } from '#test/tools.ts'
import { type ClientSettings, type ServedProvider, serve } from './served.ts'

const run = promisify(execFile)

/** The reason to skip tests that need Glewlwyd, or false if it is installed. */
export const withoutGlewlwyd =
  findExecutable('glewlwyd') && findExecutable('sqlite3')
    ? false
    : 'Glewlwyd is missing: apt-get install glewlwyd sqlite3'

const schema = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'

// By default a client has one post_logout_redirect_uri, but Glewlwyd checks its post_logout_redirect_uris.
const allowSeveralUris = `update g_client_module_instance set gcmi_parameters = json_set(gcmi_parameters,
  '$."data-format".post_logout_redirect_uris', json('{"multiple":true,"read":true,"write":true}'))`

// By default Glewlwyd's users have no property for groups.
const addGroupsProperty = `update g_user_module_instance set gumi_parameters = json_set(gumi_parameters,
  '$."data-format".groups', json('{"multiple":true,"read":true,"write":true}'))`

const configuration = async (folder: string, port: number): Promise<string> => {
  const installed = await readFile('/etc/glewlwyd/glewlwyd.conf', 'utf8')
  const changes: readonly [RegExp, string][] = [
    [/^port=.*$/m, `bind_address="127.0.0.1"\nport=${port}`],
    [/^external_url=.*$/m, `external_url="http://127.0.0.1:${port}"`],
    [/^log_file=.*$/m, `log_file="${folder}/log"`],
    [/^@include.*$/m, `database = { type = "sqlite3" path = "${folder}/db" };`],
  ]
  return changes.reduce((text, [line, replacement]) => text.replace(line, replacement), installed)
}

const plugin = (issuer: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    order_rank: 0,
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey.export({ type: 'pkcs1', format: 'pem' }),
      cert: publicKey.export({ type: 'spki', format: 'pem' }),
      'access-token-duration': 3600,
      'refresh-token-duration': 3600,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-id-token-enabled': true,
      'auth-type-none-enabled': false,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': false,
      'auth-type-refresh-enabled': false,
      'auth-type-device-enabled': false,
      scope: [],
      'additional-parameters': [],
      claims: [{ name: 'groups', 'user-property': 'groups', type: 'string', mandatory: true }],
      'jwks-show': true,
      'jwks-x5c': [],
      'request-parameter-allow': true,
      'secret-type': 'pairwise',
      'subject-type': 'public',
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'email-claim': 'mandatory',
      'name-claim': 'mandatory',
      'email-claim-format': 'no',
      'introspection-revocation-allowed': false,
      'session-management-allowed': true,
      'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
      'session-cookie-expiration': 3600,
      'back-channel-logout-allowed': true,
      'request-uri-allow-https-non-secure': true,
      'client-jwks_uri-parameter': 'jwks_uri',
    },
  }
}

/** Calls Glewlwyd's API and pages with the cookies of one browser. Does not follow redirects. */
const sessionAt = (api: string) => {
  const cookies = new Map<string, string>()
  const ask = async (url: string, method = 'GET', body?: object): Promise<Response> => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const setCookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = setCookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  return {
    /** Returns the URL to which a page redirects the browser. */
    next: async (url: string): Promise<URL> => new URL((await ask(url)).headers.get('location') ?? ''),
    async call(method: string, path: string, body?: object): Promise<void> {
      const response = await ask(api + path, method, body)
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    },
  }
}

const groups = ['staff', 'it-risk']

const person = { username: 'ann', name: 'Ann', email: 'ann@badwolf.org', password: 'a password', enabled: true }

const credentials = { username: person.username, password: person.password }

const configure = async (api: string, issuer: string, client: ClientSettings) => {
  const { redirectUri, clientId, clientSecret, signedOutUri, backChannelLogoutUri, jwksUri } = client
  const { call } = sessionAt(api)
  // Signs in with the default account, which Glewlwyd's own SQL creates.
  await call('POST', '/auth/', { username: 'admin', password: 'password' })
  await call('POST', '/mod/plugin/', plugin(issuer))
  await call('POST', '/client/', {
    ...{ client_id: clientId, name: 'Probata', confidential: true, enabled: true, client_secret: clientSecret },
    ...{ redirect_uri: [redirectUri], authorization_type: ['code'], scope: ['openid'] },
    ...{ post_logout_redirect_uris: [signedOutUri], backchannel_logout_uri: backChannelLogoutUri },
    token_endpoint_auth_method: [jwksUri ? 'private_key_jwt' : 'client_secret_basic'],
    ...(jwksUri && { jwks_uri: jwksUri }),
  })
  await call('POST', '/user/', { ...person, groups, scope: ['openid'] })
  const personSession = sessionAt(api)
  await personSession.call('POST', '/auth/', credentials)
  await personSession.call('PUT', `/auth/grant/${clientId}`, { scope: 'openid' })
  return personSession
}

/** Sends the requests that the script of Glewlwyd's sign-in page sends. */
const signIn = async ({ next: nextLocation, call }: ReturnType<typeof sessionAt>, url: string, redirectUri: string) => {
  const page = await nextLocation(url)
  if (page.href.startsWith(redirectUri)) return page.search.slice(1)
  await call('POST', '/auth/', credentials)
  return (await nextLocation(`${page.searchParams.get('callback_url') ?? ''}&g_continue`)).search.slice(1)
}

/** Sends the requests of the page on which the user confirms the sign-out. */
const signOut = async ({ next: nextLocation, call }: ReturnType<typeof sessionAt>, url: string): Promise<URL> => {
  const { searchParams } = await nextLocation(url)
  await call('DELETE', `/oidc/session/${searchParams.get('sid')}`)
  await call('DELETE', '/auth/')
  return new URL(searchParams.get('callback_url') ?? '')
}

export const startGlewlwyd = async (client: ClientSettings): Promise<ServedProvider> => {
  await using resources = new AsyncDisposableStack()
  const port = await freePort()
  const api = `http://127.0.0.1:${port}/api`
  const issuer = `${api}/oidc`
  await serve(
    {
      command: findExecutable('glewlwyd') ?? '',
      args: folder => [`--config-file=${join(folder, 'conf')}`],
      async prepare(folder) {
        await writeFile(join(folder, 'init.sql'), gunzipSync(await readFile(schema)))
        await run('sqlite3', [
          join(folder, 'db'),
          `.read ${join(folder, 'init.sql')}`,
          allowSeveralUris,
          addGroupsProperty,
        ])
        await writeFile(join(folder, 'conf'), await configuration(folder, port))
      },
      readyUrl: `http://127.0.0.1:${port}/config`,
    },
    resources,
  )
  const personSession = await configure(api, issuer, client)
  const owned = resources.move()
  return {
    issuer,
    email: person.email,
    groups,
    signIn: url => signIn(personSession, url, client.redirectUri),
    signOut: url => signOut(personSession, url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
