import * as oidc from 'openid-client'
import { Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
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

const notTaken: Readonly<Record<ClientAuthentication, Sentence>> = {
  client_secret: sentence`provider.secret_not_accepted: The identity provider accepts a client secret by neither client_secret_basic nor client_secret_post; allow one of them there.`,
  private_key_jwt: sentence`provider.key_not_accepted: The identity provider does not accept private_key_jwt with RS256 or PS256; allow it there, or use a client secret.`,
}

/** The algorithm of our key's signatures: PS256 if the provider names it, else RS256, also if it names none. */
export const assertionAlgorithm = (metadata: Pick<Metadata, 'token_endpoint_auth_signing_alg_values_supported'>) => {
  const { token_endpoint_auth_signing_alg_values_supported: named = ['RS256'] } = metadata
  return (['PS256', 'RS256'] as const).find(name => named.includes(name))
}

const limitSeconds = 10

const untrusted = sentence`provider.untrusted_certificate: This install does not trust the authority of the identity provider's certificate; the operator can add it (PROBATA_CA_FILE).`
const notJson = sentence`provider.not_json: The answer of the identity provider is not JSON; check the issuer.`
const otherIssuer = sentence`provider.other_issuer: The identity provider says that its issuer is another one; copy the issuer exactly as it writes it.`

const failures: Readonly<Record<string, Sentence>> = {
  __proto__: null as never,
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: otherIssuer,
  OAUTH_RESPONSE_IS_NOT_CONFORM: sentence`provider.no_metadata: The identity provider did not answer /.well-known/openid-configuration with 200; check the issuer.`,
  OAUTH_RESPONSE_IS_NOT_JSON: notJson,
  OAUTH_PARSE_ERROR: notJson,
  OAUTH_INVALID_RESPONSE: sentence`provider.not_metadata: The answer of the identity provider is not the metadata of an issuer; check the issuer.`,
  OAUTH_TIMEOUT: sentence`provider.slow: The identity provider did not answer within ${{ limitSeconds }} seconds; try again.`,
  ANSWER_TOO_LARGE: sentence`provider.answer_too_large: The answer of the identity provider is too large; check the issuer.`,
  FORBIDDEN_ADDRESS: sentence`provider.forbidden_address: The identity provider is at an address that this install does not allow; the operator can allow it (PROBATA_OIDC_ALLOW).`,
  PROXY_UNREACHABLE: sentence`provider.proxy_unreachable: The proxy of this install does not answer; ask the operator to check it (HTTPS_PROXY).`,
  PROXY_REFUSED: sentence`provider.proxy_refused: The proxy of this install does not allow the identity provider; ask the operator to allow it (HTTPS_PROXY).`,
  PROXY_NO_ROUTE: sentence`provider.proxy_no_route: The proxy of this install cannot reach the identity provider; ask the operator to check it (HTTPS_PROXY).`,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ENOTFOUND: sentence`provider.name_without_address: The host name of the identity provider has no address; check the issuer.`,
  ECONNREFUSED: sentence`provider.nothing_listens: Nothing listens at the address of the identity provider; check the issuer.`,
}

/** The most specific error code of a failure at a provider, for the audit trail. */
export const providerErrorCode = (error: unknown, depth = 4): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const inner = depth > 0 ? providerErrorCode(error.cause, depth - 1) : undefined
  // The library's "something went wrong" has no code; its cause does.
  return code ?? inner
}

const refused = (sentence: Sentence): Refusal => new Refusal('unprocessable', sentence)

/** The failure of a provider, in words for the administrator. */
const failureOf = (error: unknown): Refusal =>
  refused(
    failures[providerErrorCode(error) ?? ''] ??
      sentence`provider.unreachable: The identity provider could not be reached; check the issuer, and try again.`,
  )

const issuerProblem = (issuer: string): Sentence | undefined => {
  const url = URL.parse(issuer)
  if (!url || issuer.includes('?'))
    return sentence`provider.issuer_query: An issuer is an address without a query; remove the query.`
  if (url.pathname.includes('/.well-known/'))
    return sentence`provider.issuer_well_known: An issuer is the part before /.well-known/; remove the rest.`
  return undefined
}

/** The 422 for an address of the provider that may not be called. */
const addressRefused = (name: string, problem: Sentence): Refusal =>
  new Refusal(
    'unprocessable',
    sentence`provider.unusable: The identity provider cannot be used: its ${{ name }} ${{ problem: problem.text }}.`,
    { issues: [{ path: [name], problem }] },
  )

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
    throw refused(
      sentence`provider.endpoints_missing: The identity provider must name its authorization endpoint, its token endpoint and its keys; check the issuer.`,
    )
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const signing = offered.filter(name => algorithms.has(name))
  const known = methods.filter(name => methodsOf(by).includes(name))
  const { token_endpoint_auth_signing_alg_values_supported: assertions } = server
  const assertion = assertions && { token_endpoint_auth_signing_alg_values_supported: assertions }
  if (signing.length === 0)
    throw refused(
      sentence`provider.no_algorithm: The identity provider signs with none of the algorithms RS, PS, ES and Ed25519; allow one of them there.`,
    )
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
  if (problem) throw addressRefused('issuer', problem)
  const wrong = issuerProblem(issuer)
  if (wrong) throw refused(wrong)
  const configuration = await oidc
    .discovery(new URL(issuer), clientId, undefined, undefined, {
      [oidc.customFetch]: providers.fetch,
      // The guard decides whether plain http is allowed.
      execute: [oidc.allowInsecureRequests],
      timeout: limitSeconds,
    })
    .catch((error: unknown) => {
      throw failureOf(error)
    })
  const metadata = keep(configuration.serverMetadata(), by)
  // The library accepts differing issuers from Microsoft, but the tenant must be certain.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw refused(otherIssuer)
  for (const name of providerEndpoints) {
    const url = metadata[name]
    const found = url === undefined ? undefined : await providers.problem(url)
    if (found !== undefined) throw addressRefused(name, found)
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
