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

/** Signature algorithms with the provider's own key. Excludes `none` and algorithms that use the client secret. */
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

/** Encodes a string as in forms (RFC 6749 appendix B), which keeps letters, digits and `*-._`. */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/**
 * The library would also escape `-`, `_` and `.`. A provider that does not decode them would see a different secret.
 */
const clientSecretBasic =
  (secret: string): oidc.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const credentials = `${formEncoded(id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }

const secretMethods = {
  client_secret_basic: clientSecretBasic,
  client_secret_post: oidc.ClientSecretPost,
} as const

/** How a workspace authenticates as the client at the provider. */
export type ClientAuthentication = 'client_secret' | 'private_key_jwt'

const methodsOf = (authentication: ClientAuthentication): readonly string[] =>
  authentication === 'private_key_jwt' ? [authentication] : Object.keys(secretMethods)

const unsupportedMethod: Readonly<Record<ClientAuthentication, Sentence>> = {
  client_secret: sentence`provider.secret_not_accepted: The identity provider accepts a client secret by neither client_secret_basic nor client_secret_post; allow one of them there.`,
  private_key_jwt: sentence`provider.key_not_accepted: The identity provider does not accept private_key_jwt with RS256 or PS256; allow it there, or use a client secret.`,
}

/**
 * The signature algorithm of our key: PS256 if the provider lists it, otherwise RS256; also RS256 if it lists nothing.
 */
export const assertionAlgorithm = (metadata: Pick<Metadata, 'token_endpoint_auth_signing_alg_values_supported'>) => {
  const { token_endpoint_auth_signing_alg_values_supported: supported = ['RS256'] } = metadata
  return (['PS256', 'RS256'] as const).find(name => supported.includes(name))
}

const timeoutSeconds = 10

const untrustedAuthority = sentence`provider.untrusted_certificate: This install does not trust the authority of the identity provider's certificate; the operator can add it (PROBATA_CA_FILE).`
const notJson = sentence`provider.not_json: The answer of the identity provider is not JSON; check the issuer.`
const otherIssuer = sentence`provider.other_issuer: The identity provider says that its issuer is another one; copy the issuer exactly as it writes it.`

const failureSentences: Readonly<Record<string, Sentence>> = {
  __proto__: null as never,
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: otherIssuer,
  OAUTH_RESPONSE_IS_NOT_CONFORM: sentence`provider.no_metadata: The identity provider did not answer /.well-known/openid-configuration with 200; check the issuer.`,
  OAUTH_RESPONSE_IS_NOT_JSON: notJson,
  OAUTH_PARSE_ERROR: notJson,
  OAUTH_INVALID_RESPONSE: sentence`provider.not_metadata: The answer of the identity provider is not the metadata of an issuer; check the issuer.`,
  OAUTH_TIMEOUT: sentence`provider.slow: The identity provider did not answer within ${{ limitSeconds: timeoutSeconds }} seconds; try again.`,
  ANSWER_TOO_LARGE: sentence`provider.answer_too_large: The answer of the identity provider is too large; check the issuer.`,
  FORBIDDEN_ADDRESS: sentence`provider.forbidden_address: The identity provider is at an address that this install does not allow; the operator can allow it (PROBATA_OIDC_ALLOW).`,
  PROXY_UNREACHABLE: sentence`provider.proxy_unreachable: The proxy of this install does not answer; ask the operator to check it (HTTPS_PROXY).`,
  PROXY_REFUSED: sentence`provider.proxy_refused: The proxy of this install does not allow the identity provider; ask the operator to allow it (HTTPS_PROXY).`,
  PROXY_NO_ROUTE: sentence`provider.proxy_no_route: The proxy of this install cannot reach the identity provider; ask the operator to check it (HTTPS_PROXY).`,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedAuthority,
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

const providerRefusal = (sentence: Sentence): Refusal => new Refusal('unprocessable', sentence)

/** Returns the refusal for a failure of a provider, with a message for the administrator. */
const failureOf = (error: unknown): Refusal =>
  providerRefusal(
    failureSentences[providerErrorCode(error) ?? ''] ??
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
const addressRefusal = (name: string, problem: Sentence): Refusal =>
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

const selectMetadata = (server: oidc.ServerMetadata, authentication: ClientAuthentication): Metadata => {
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint } = server
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw providerRefusal(
      sentence`provider.endpoints_missing: The identity provider must name its authorization endpoint, its token endpoint and its keys; check the issuer.`,
    )
  const supportedAlgorithms = server.id_token_signing_alg_values_supported ?? ['RS256']
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const signatureAlgorithms = supportedAlgorithms.filter(name => algorithms.has(name))
  const usableMethods = methods.filter(name => methodsOf(authentication).includes(name))
  const { token_endpoint_auth_signing_alg_values_supported: assertions } = server
  const assertion = assertions && { token_endpoint_auth_signing_alg_values_supported: assertions }
  if (signatureAlgorithms.length === 0)
    throw providerRefusal(
      sentence`provider.no_algorithm: The identity provider signs with none of the algorithms RS, PS, ES and Ed25519; allow one of them there.`,
    )
  if (usableMethods.length === 0 || (authentication === 'private_key_jwt' && !assertionAlgorithm({ ...assertion })))
    throw providerRefusal(unsupportedMethod[authentication])
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    ...(userinfo_endpoint && { userinfo_endpoint }),
    ...(end_session_endpoint && { end_session_endpoint }),
    authorization_response_iss_parameter_supported: server.authorization_response_iss_parameter_supported === true,
    token_endpoint_auth_methods_supported: usableMethods,
    ...assertion,
    id_token_signing_alg_values_supported: signatureAlgorithms,
  }
}

/** Reads the metadata of an issuer. Throws a 422 with the reason if the issuer cannot be used. */
export const discover = async (
  providers: IdentityProviders,
  issuer: string,
  clientId: string,
  authentication: ClientAuthentication,
): Promise<Metadata> => {
  const problem = await providers.problem(issuer)
  if (problem) throw addressRefusal('issuer', problem)
  const syntaxProblem = issuerProblem(issuer)
  if (syntaxProblem) throw providerRefusal(syntaxProblem)
  const configuration = await oidc
    .discovery(new URL(issuer), clientId, undefined, undefined, {
      [oidc.customFetch]: providers.fetch,
      // The guard decides whether plain http is allowed.
      execute: [oidc.allowInsecureRequests],
      timeout: timeoutSeconds,
    })
    .catch((error: unknown) => {
      throw failureOf(error)
    })
  const metadata = selectMetadata(configuration.serverMetadata(), authentication)
  // The library accepts differing issuers from Microsoft, but the tenant must be certain.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw providerRefusal(otherIssuer)
  for (const name of providerEndpoints) {
    const url = metadata[name]
    const urlProblem = url === undefined ? undefined : await providers.problem(url)
    if (urlProblem !== undefined) throw addressRefusal(name, urlProblem)
  }
  return metadata
}

/** Authenticates with client_secret_basic if the provider prefers it, otherwise with client_secret_post. */
export const authenticateBySecret = (metadata: Metadata, secret: string): oidc.ClientAuth => {
  const [method] = metadata.token_endpoint_auth_methods_supported
  return method === 'client_secret_post' ? oidc.ClientSecretPost(secret) : clientSecretBasic(secret)
}

/** Creates the library's configuration of a provider, without calling the provider. */
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
  configuration.timeout = timeoutSeconds
  oidc.allowInsecureRequests(configuration)
  // Without this call, the library trusts the connection to the token endpoint and checks no signature.
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}
