import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** The provider's claims about a person. `sub` is the name with which they sign in. */
export interface ProviderPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
  /** The realm roles, in the form in which Keycloak sends them. */
  readonly realm_access?: { readonly roles: readonly string[] }
  /** The methods with which the person signed in at the provider. Needs `sayHow`. */
  readonly amr?: readonly string[]
}

/** An OpenID Connect provider on loopback that shows login and consent forms as in a browser. */
export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The number of times that the provider asked for a login. */
  readonly logins: number
  /** Submits the provider's forms like a browser; returns the query of the URL to which the provider redirects. */
  signIn(url: string, sub: string, browser?: Browser): Promise<string>
  /** Confirms a sign-out at the provider, like a browser; returns the URL to which the provider redirects. */
  signOut(url: string, browser: Browser): Promise<URL>
  /** Resolves when a client has accepted the notification of a sign-out. Rejects if the client did not accept it. */
  readonly logoutNotified: Promise<void>
}

const clientId = 'probata'
const clientSecret = 'the-secret-of-a-test-client'

interface Options {
  readonly people: readonly ProviderPerson[]
  readonly redirectUri: string
  readonly signedOutUri?: string
  readonly backChannelLogoutUri?: string
  /** The URL of the client's keys, if the client authenticates with keys. */
  readonly jwksUri?: string
  /** Whether the ID tokens of the provider contain `amr`. */
  readonly sayHow?: boolean
}

/** Sends requests with the cookies of one browser. Does not follow redirects. */
export type Browser = (url: string, form?: Readonly<Record<string, string>>) => Promise<Response>

export const createBrowser = (): Browser => {
  const jar = new Map<string, string>()
  return async (url, form) => {
    const cookie = [...jar].map(pair => pair.join('=')).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const setCookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return response
  }
}

const steps = 12

interface SignInFlow {
  readonly sub: string
  readonly redirectUri: string
  readonly ask: Browser
  onLogin(): void
}

const followSignIn = async (url: string, { sub, redirectUri, ask, onLogin }: SignInFlow): Promise<string> => {
  let currentUrl = url
  let response = await ask(currentUrl)
  for (let step = 0; step < steps; step++) {
    const location = response.headers.get('location')
    if (location) {
      currentUrl = new URL(location, currentUrl).href
      if (currentUrl.startsWith(redirectUri)) return new URL(currentUrl).search.slice(1)
      response = await ask(currentUrl)
      continue
    }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    if (!prompt || !action) throw new Error(`no form at ${currentUrl}: ${response.status} ${page.slice(0, 300)}`)
    currentUrl = new URL(action, currentUrl).href
    if (prompt === 'login') onLogin()
    response = await ask(currentUrl, prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt })
  }
  throw new Error('the provider sends the browser back and forth')
}

/**
 * Submits the form with which the provider's page asks for confirmation. In a browser, the page's script submits it.
 */
const confirmSignOut = async (url: string, ask: Browser): Promise<URL> => {
  const page = await (await ask(url)).text()
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1]
  if (!action || !xsrf) throw new Error(`no sign-out form: ${page.slice(0, 500)}`)
  const response = await ask(new URL(action, url).href, { xsrf, logout: 'yes' })
  return new URL(response.headers.get('location') ?? '', url)
}

export const startIdentityProvider = async ({
  people,
  redirectUri,
  signedOutUri,
  backChannelLogoutUri,
  jwksUri,
  sayHow = false,
}: Options): Promise<IdentityProvider> => {
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        ...(signedOutUri && { post_logout_redirect_uris: [signedOutUri] }),
        ...(backChannelLogoutUri && { backchannel_logout_uri: backChannelLogoutUri }),
        backchannel_logout_session_required: true,
        ...(jwksUri && { jwks_uri: jwksUri, token_endpoint_auth_method: 'private_key_jwt' as const }),
      },
    ],
    features: { backchannelLogout: { enabled: true } },
    // By default, the provider uses a dispatcher that reaches only public addresses.
    fetch: (url, { dispatcher: _, ...options } = {}) => fetch(url, options),
    cookies: { keys: ['a test key'] },
    claims: {
      openid: ['sub', ...(sayHow ? ['amr'] : [])],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
      roles: ['realm_access'],
    },
    findAccount: (_context, sub) => {
      const person = people.find(person => person.sub === sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
  })
  const handle = provider.callback()
  const notified = Promise.withResolvers<void>()
  notified.promise.catch(() => undefined)
  provider.on('backchannel.success', () => notified.resolve())
  provider.on('backchannel.error', (_context, error) => notified.reject(error))
  let logins = 0
  return {
    issuer,
    clientId,
    clientSecret,
    get logins() {
      return logins
    },
    logoutNotified: notified.promise,
    signOut: confirmSignOut,
    signIn: (url, sub, ask = createBrowser()) => followSignIn(url, { sub, redirectUri, ask, onLogin: () => logins++ }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
