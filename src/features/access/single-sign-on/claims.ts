import * as oidc from 'openid-client'
import type { Provided } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { compile } from '#http/validation.ts'
import { minute, second } from '#lib/clock.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { type ClaimedGroups, readClaimedGroups, isInClaims } from '#src/features/access/groups/claimed-groups.ts'
import { PersonInput } from '#src/features/access/person.ts'
import type { AtProvider } from './at-provider.ts'
import { authenticationOf } from './client-authentication.ts'
import { redirectUri } from './client-metadata.ts'
import type { SignOnFlow } from './flow.ts'
import { StoredProvider, trustedBefore } from './identity-provider.ts'
import { configure, type Metadata } from './metadata.ts'
import type { IdentityProviderRow } from './queries.ts'

/** The claims of a provider about the person who signed in. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  /** Undefined without an address, or if it is not verified. */
  readonly email: string | undefined
  readonly name: string | undefined
  /** When they authenticated at the provider, in milliseconds; undefined if it does not say. */
  readonly provedAt: number | undefined
  /** The latest time at which the provider's proof still counts, in milliseconds; undefined without a limit. */
  readonly endsAt: number | undefined
  readonly atProvider: AtProvider
  /**
   * How they authenticated there (`amr`, `acr`), limited to the methods that the workspace accepts instead of its own
   * second factor.
   */
  readonly methods: readonly string[]
  readonly classReference: string | undefined
}

/**
 * The claims while the provider can still be queried; a sign-on that waits for a second factor can no longer read
 * groups.
 */
export interface FreshClaims extends Claims {
  /** Reads groups from the ID token or, if it lacks the claim, from the UserInfo endpoint. */
  groups(path: string): Promise<ClaimedGroups>
}

type ProviderClaims = Readonly<Record<string, unknown>>

const isAddress = compile(PersonInput.email)

// Some providers write the boolean as a string, and some omit it: their addresses count if the workspace has declared
// that the provider verifies them.
const verified: ReadonlySet<unknown> = new Set([true, 'true'])

const emailOf = ({ email, email_verified }: ProviderClaims, verifiedElsewhere: boolean): string | undefined =>
  isAddress(email) && (verified.has(email_verified) || (verifiedElsewhere && email_verified === undefined))
    ? normalizeEmail(String(email))
    : undefined

/** Only accepted ones: they are kept in a cookie, which browsers drop above 4,096 bytes. */
const methodsOf = ({ amr }: ProviderClaims, accepted: readonly string[]): readonly string[] =>
  Array.isArray(amr) ? accepted.filter(method => amr.includes(method)) : []

const nameOf = ({ name }: ProviderClaims): string | undefined => {
  if (typeof name !== 'string') return undefined
  const line = name.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ')
  return [...line.trim()].slice(0, 200).join('') || undefined
}

/**
 * The maximum age that the workspace sets, and `session_expiry`, with which some providers end the sessions of clients.
 */
const endOf = (
  { session_expiry: expiry }: ProviderClaims,
  provedAt: number | undefined,
  maxAge: number | undefined,
): number | undefined => {
  const ends = [
    ...(provedAt !== undefined && maxAge !== undefined ? [provedAt + maxAge] : []),
    ...(typeof expiry === 'number' && expiry > 0 ? [expiry * second] : []),
  ]
  return ends.length > 0 ? Math.min(...ends) : undefined
}

const wholeSubject = /^[\x20-\x7e]{1,255}$/

/**
 * Exchanges the code for the claims (OpenID Connect Core 1.0 section 3.1.3): checks state, issuer (RFC 9207), nonce,
 * PKCE, audience, times and the signature. If the ID token has no address, it is read from the UserInfo endpoint, for
 * the same subject only.
 */
export const fetchClaims = async (
  call: CommittingCall & Provided<'identityProviders'>,
  flow: SignOnFlow,
  row: IdentityProviderRow,
  query: string,
): Promise<FreshClaims> => {
  const { identityProviders, settings } = call
  const { clientId, maxAgeMinutes, ...settled } = readRecord(StoredProvider, row.record)
  const { addressesVerified = trustedBefore, acceptedAcr = [], acceptedAmr = [] } = settled
  const maxAge = maxAgeMinutes === undefined ? undefined : maxAgeMinutes * minute
  const metadata: Metadata = JSON.parse(row.metadata)
  const authentication = await authenticationOf(call, flow.organizationId, row)
  const configuration = configure(identityProviders, metadata, { id: clientId, authentication })
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri(settings.url)}?${query}`), {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.codeVerifier,
    idTokenExpected: true,
    ...(maxAge !== undefined && { maxAge: maxAge / second }),
  })
  const idToken = tokens.claims()
  if (!idToken || !wholeSubject.test(idToken.sub)) throw Object.assign(new Error('no subject'), { code: 'NO_SUBJECT' })
  const fetchUserInfo = (): Promise<ProviderClaims> =>
    oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
  const hasUserInfo = metadata.userinfo_endpoint !== undefined
  const claims: ProviderClaims = idToken.email === undefined && hasUserInfo ? await fetchUserInfo() : idToken
  // Some providers write 0 for an unknown time.
  const provedAt = idToken.auth_time ? idToken.auth_time * second : undefined
  const { issuer } = metadata
  return {
    ...{ issuer, subject: idToken.sub, email: emailOf(claims, addressesVerified), name: nameOf(claims), provedAt },
    endsAt: endOf(idToken, provedAt, maxAge),
    atProvider: { issuer, sid: idToken.sid, idToken: tokens.id_token },
    methods: methodsOf(idToken, acceptedAmr),
    classReference: acceptedAcr.find(accepted => accepted === idToken.acr),
    async groups(path) {
      if (isInClaims(idToken, path) || !hasUserInfo) return readClaimedGroups(idToken, path)
      return readClaimedGroups(claims === idToken ? await fetchUserInfo() : claims, path)
    },
  }
}
