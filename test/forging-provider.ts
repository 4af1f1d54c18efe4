import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Json = Readonly<Record<string, unknown>>

/** An identity provider whose responses a test can change between sign-ins. */
export interface ForgingProvider extends AsyncDisposable {
  readonly issuer: string
  /** The number of requests to its token endpoint. */
  readonly tokenRequests: number
  /** The number of requests for its keys. */
  readonly keyRequests: number
  /** The parameters of the last request to its token endpoint. */
  readonly lastTokenRequest: URLSearchParams
  /** Values that replace claims of the next ID tokens. By default, the nonce is the requested one. */
  claims: Json
  /** Values that replace fields of the metadata. */
  metadata: Json
  /** The way in which ID tokens are signed. */
  signing: 'RS256' | 'HS256' | 'none' | 'other key'
  /** How the token endpoint responds. `hang` and `huge` never complete. */
  answer: 'token' | 'hang' | 'huge' | 'redirect' | 'html'
  /** Returns a logout token with these claims in place of the defaults. `undefined` omits a claim. */
  logoutToken(claims: Json, header?: Json): string
  /** Opens the URL and returns the query with which the provider redirects the browser back. */
  signIn(url: string, over?: Readonly<Record<string, string | undefined>>): string
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }

const rsa = (key: KeyObject) => (text: string) => sign('sha256', Buffer.from(text), key).toString('base64url')

const signatures: Readonly<Record<ForgingProvider['signing'], (text: string) => string>> = {
  RS256: rsa(privateKey),
  'other key': rsa(otherKey),
  HS256: text => createHmac('sha256', 'secret').update(text).digest('base64url'),
  none: () => '',
}

export const startForgingProvider = async (): Promise<ForgingProvider> => {
  let nonce = ''
  let trades = 0
  let keysRead = 0
  let lastTrade = new URLSearchParams()
  const token = (claims: Json, header: Json): string => {
    const alg = provider.signing === 'other key' ? 'RS256' : provider.signing
    const now = Math.floor(Date.now() / 1000)
    const claimsWithDefaults = { iss: issuer, aud: 'client', iat: now, exp: now + 120, ...claims }
    const text = `${encode({ alg, kid: 'k', ...header })}.${encode(claimsWithDefaults)}`
    return `${text}.${signatures[provider.signing](text)}`
  }
  const idToken = (): string => token({ sub: 'subject', nonce, ...provider.claims }, { typ: 'JWT' })
  const server = createServer(async (request, response) => {
    const send = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/jwks') {
      keysRead++
      return send({ keys: [jwk] })
    }
    if (request.url !== '/token')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...provider.metadata,
      })
    trades++
    lastTrade = new URLSearchParams(await text(request))
    if (provider.answer === 'hang') return
    if (provider.answer === 'redirect') return response.writeHead(302, { location: `${issuer}/jwks` }).end()
    if (provider.answer === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no</p>')
    const token = { access_token: 'a', token_type: 'Bearer', id_token: idToken() }
    return send(provider.answer === 'huge' ? { ...token, filler: 'x'.repeat(2 ** 20) } : token)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider: ForgingProvider = {
    issuer,
    get tokenRequests() {
      return trades
    },
    get keyRequests() {
      return keysRead
    },
    get lastTokenRequest() {
      return lastTrade
    },
    claims: {},
    metadata: {},
    signing: 'RS256',
    answer: 'token',
    logoutToken: (claims, header = { typ: 'logout+jwt' }) =>
      token({ jti: randomUUID(), events: { [logoutEvent]: {} }, ...claims }, header),
    signIn(url, over = {}) {
      const query = new URL(url).searchParams
      nonce = query.get('nonce') ?? ''
      const parameters = { code: `code-${trades}`, state: query.get('state') ?? '', iss: issuer, ...over }
      const definedParameters = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value]],
      )
      return new URLSearchParams(definedParameters).toString()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return provider
}
