import * as oidc from 'openid-client'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import type { IdentityProviders } from '#src/features/access/provide-access.ts'

/** The stored part of a provider's metadata (OpenID Connect Discovery 1.0 section 3, RFC 8414, RFC 9207). */
export interface Metadata {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly userinfo_endpoint?: string
  /** OpenID Connect RP-Initiated Logout 1.0 section 2.1. */
  readonly end_session_endpoint?: string
  readonly authorization_response_iss_parameter_supported?: boolean
  readonly token_endpoint_auth_methods_supported: string[]
  readonly token_endpoint_auth_signing_alg_values_supported?: string[]
  readonly id_token_signing_alg_values_supported: string[]
}

/** Signatures that only the provider can make: none keyed with the client secret, and not `none`. */
const algorithms: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
])

/** Encoded as in forms (RFC 6749 appendix B): letters, digits and `*-._` stay. */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** The library also escapes `-`, `_` and `.`, which a provider that does not decode takes for another secret. */
const basic =
  (secret: string): oidc.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const credentials = `${formEncoded(id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }

const authentication = {
  client_secret_basic: basic,
  client_secret_post: oidc.ClientSecretPost,
} as const

/** How a workspace authenticates as the client at the provider. */
export type ClientAuthentication = 'client_secret' | 'private_key_jwt'

const methodsOf = (by: ClientAuthentication): readonly string[] =>
  by === 'private_key_jwt' ? [by] : Object.keys(authentication)

const notTaken: Readonly<Record<ClientAuthentication, string>> = {
  client_secret: 'it accepts the client secret by neither client_secret_basic nor _post',
  private_key_jwt: 'it does not accept private_key_jwt with RS256 or PS256',
}

/** The algorithm of our key's signatures: PS256 if the provider names it, else RS256, also if it names none. */
export const assertionAlgorithm = (metadata: Pick<Metadata, 'token_endpoint_auth_signing_alg_values_supported'>) => {
  const { token_endpoint_auth_signing_alg_values_supported: named = ['RS256'] } = metadata
  return (['PS256', 'RS256'] as const).find(name => named.includes(name))
}

const limitSeconds = 10

const untrusted = 'its certificate is from an authority that this install does not trust (PROBATA_CA_FILE)'

const failures: Readonly<Record<string, string>> = {
  __proto__: null as never,
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'it says that its issuer is another one; copy the issuer exactly as it writes it',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'it did not answer /.well-known/openid-configuration with 200',
  OAUTH_RESPONSE_IS_NOT_JSON: 'its answer is not JSON',
  OAUTH_PARSE_ERROR: 'its answer is not JSON',
  OAUTH_INVALID_RESPONSE: 'its answer is not the metadata of an issuer',
  OAUTH_TIMEOUT: `it did not answer within ${limitSeconds} seconds`,
  ANSWER_TOO_LARGE: 'its answer is too large',
  FORBIDDEN_ADDRESS: 'it is at an address that this install does not allow (PROBATA_OIDC_ALLOW)',
  PROXY_UNREACHABLE: 'the proxy of this install does not answer (HTTPS_PROXY)',
  PROXY_REFUSED: 'the proxy of this install does not let it through (HTTPS_PROXY)',
  PROXY_NO_ROUTE: 'the proxy of this install cannot reach it (HTTPS_PROXY)',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ENOTFOUND: 'its name has no address',
  ECONNREFUSED: 'nothing listens there',
}

/** The most specific error code of a failure at a provider, for the audit trail. */
export const providerErrorCode = (error: unknown, depth = 4): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const inner = depth > 0 ? providerErrorCode(error.cause, depth - 1) : undefined
  // The library's "something went wrong" has no code; its cause does.
  return code ?? inner
}

/** The failure of a provider, in words for the administrator. */
const failureOf = (error: unknown): string => failures[providerErrorCode(error) ?? ''] ?? 'it could not be reached'

const refused = (what: string) =>
  new Refusal('unprocessable', sentence`provider.unusable: The identity provider cannot be used: ${{ why: what }}.`)

const issuerProblem = (issuer: string): string | undefined => {
  const url = URL.parse(issuer)
  if (!url || issuer.includes('?')) return 'an issuer is an address without a query'
  if (url.pathname.includes('/.well-known/')) return 'an issuer is the part before /.well-known/'
  return undefined
}

/** The addresses of the provider that the program calls; the last two may be missing. */
export const providerEndpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

const keep = (server: oidc.ServerMetadata, by: ClientAuthentication): Metadata => {
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint } = server
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw refused('it names no authorization endpoint, no token endpoint or no keys')
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const signing = offered.filter(name => algorithms.has(name))
  const known = methods.filter(name => methodsOf(by).includes(name))
  const { token_endpoint_auth_signing_alg_values_supported: assertions } = server
  const assertion = assertions && { token_endpoint_auth_signing_alg_values_supported: assertions }
  if (signing.length === 0) throw refused('it signs with none of the algorithms RS, PS, ES and Ed25519')
  if (known.length === 0 || (by === 'private_key_jwt' && !assertionAlgorithm({ ...assertion })))
    throw refused(notTaken[by])
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    ...(userinfo_endpoint && { userinfo_endpoint }),
    ...(end_session_endpoint && { end_session_endpoint }),
    authorization_response_iss_parameter_supported: server.authorization_response_iss_parameter_supported === true,
    token_endpoint_auth_methods_supported: known,
    ...assertion,
    id_token_signing_alg_values_supported: signing,
  }
}

/** Reads the metadata of an issuer. Throws a 422 that says why it cannot be used. */
export const discover = async (
  providers: IdentityProviders,
  issuer: string,
  clientId: string,
  by: ClientAuthentication,
): Promise<Metadata> => {
  const problem = await providers.problem(issuer)
  const wrong = problem ? `issuer ${problem.text}` : issuerProblem(issuer)
  if (wrong !== undefined) throw refused(wrong)
  const configuration = await oidc
    .discovery(new URL(issuer), clientId, undefined, undefined, {
      [oidc.customFetch]: providers.fetch,
      // The guard decides whether plain http is allowed.
      execute: [oidc.allowInsecureRequests],
      timeout: limitSeconds,
    })
    .catch((error: unknown) => {
      throw refused(failureOf(error))
    })
  const metadata = keep(configuration.serverMetadata(), by)
  // The library accepts differing issuers from Microsoft, but the tenant must be certain.
  if (new URL(metadata.issuer).href !== new URL(issuer).href)
    throw refused(failures.OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED ?? '')
  for (const name of providerEndpoints) {
    const url = metadata[name]
    const found = url === undefined ? undefined : await providers.problem(url)
    if (found !== undefined) throw refused(`its ${name} ${found.text}`)
  }
  return metadata
}

/** By client_secret_basic if the provider accepts it. */
export const bySecret = (metadata: Metadata, secret: string): oidc.ClientAuth => {
  const [method] = metadata.token_endpoint_auth_methods_supported
  return method === 'client_secret_post' ? oidc.ClientSecretPost(secret) : basic(secret)
}

/** The library's configuration of a provider, made without calling the provider. */
export const configure = (
  providers: IdentityProviders,
  metadata: Metadata,
  client: { readonly id: string; readonly authentication?: oidc.ClientAuth },
): oidc.Configuration => {
  const configuration = new oidc.Configuration(
    { ...metadata },
    client.id,
    { [oidc.clockTolerance]: 60 },
    client.authentication ?? oidc.None(),
  )
  configuration[oidc.customFetch] = providers.fetch
  configuration.timeout = limitSeconds
  oidc.allowInsecureRequests(configuration)
  // Without it the library trusts the connection to the token endpoint and checks no signature.
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}
