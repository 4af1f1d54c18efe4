import * as oidc from 'openid-client'
import type { Provided } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { compile } from '#http/validation.ts'
import { minute, second } from '#lib/clock.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { type ClaimedGroups, isInClaims, readClaimedGroups } from '#src/features/access/groups/claimed-groups.ts'
import { PersonInput } from '#src/features/access/person.ts'
import type { AtProvider } from './at-provider.ts'
import { findClientAuthentication } from './client-authentication.ts'
import { redirectUri } from './client-metadata.ts'
import type { SignOnFlow } from './flow.ts'
import { defaultAddressesVerified, StoredProvider } from './identity-provider.ts'
import { configure, type Metadata } from './metadata.ts'
import type { IdentityProviderRow } from './queries.ts'

/** A provider's claims about the person who signed on. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  /** Undefined without a verified address. */
  readonly email: string | undefined
  readonly name: string | undefined
  /** When the person authenticated at the provider, in milliseconds; undefined if the provider does not say. */
  readonly provedAt: number | undefined
  /** Until when the provider's authentication is valid, in milliseconds; undefined without a limit. */
  readonly endsAt: number | undefined
  readonly atProvider: AtProvider
  /**
   * How the person authenticated there (`amr`, `acr`), limited to the methods that the workspace accepts instead of its
   * own second factor.
   */
  readonly methods: readonly string[]
  readonly classReference: string | undefined
}

/**
 * The claims while the provider can still be queried. A sign-on that waits for a second factor can no longer read
 * groups.
 */
export interface FreshClaims extends Claims {
  /** Reads groups from the ID token or, if it lacks the claim, from the UserInfo endpoint. */
  groups(path: string): Promise<ClaimedGroups>
}

type ProviderClaims = Readonly<Record<string, unknown>>

const isAddress = compile(PersonInput.email)

// Some providers send the boolean as a string, and some omit it. If it is omitted, addresses count only if the
// workspace has declared that the provider verifies them.
const trueValues: ReadonlySet<unknown> = new Set([true, 'true'])

const readEmail = ({ email, email_verified }: ProviderClaims, isVerifiedIfOmitted: boolean): string | undefined =>
  isAddress(email) && (trueValues.has(email_verified) || (isVerifiedIfOmitted && email_verified === undefined))
    ? normalizeEmail(String(email))
    : undefined

/** Reads only accepted methods, because a cookie stores them, and browsers drop cookies above 4,096 bytes. */
const readAcceptedMethods = ({ amr }: ProviderClaims, accepted: readonly string[]): readonly string[] =>
  Array.isArray(amr) ? accepted.filter(method => amr.includes(method)) : []

const readName = ({ name }: ProviderClaims): string | undefined => {
  if (typeof name !== 'string') return undefined
  const line = name.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ')
  return [...line.trim()].slice(0, 200).join('') || undefined
}

/**
 * Finds the earlier end of two limits: the workspace's maximum age, and `session_expiry`, with which some providers end
 * clients' sessions.
 */
const findEnd = (
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

const subjectPattern = /^[\x20-\x7e]{1,255}$/

/**
 * Exchanges the code for the claims (OpenID Connect Core 1.0 section 3.1.3). Checks state, issuer (RFC 9207), nonce,
 * PKCE, audience, times and the signature. If the ID token has no address, reads it from the UserInfo endpoint, for the
 * same subject only.
 */
export const fetchClaims = async (
  call: CommittingCall & Provided<'identityProviders'>,
  flow: SignOnFlow,
  row: IdentityProviderRow,
  query: string,
): Promise<FreshClaims> => {
  const { identityProviders, settings } = call
  const { clientId, maxAgeMinutes, ...providerSettings } = readRecord(StoredProvider, row.record)
  const { addressesVerified = defaultAddressesVerified, acceptedAcr = [], acceptedAmr = [] } = providerSettings
  const maxAge = maxAgeMinutes === undefined ? undefined : maxAgeMinutes * minute
  const metadata: Metadata = JSON.parse(row.metadata)
  const authentication = await findClientAuthentication(call, flow.organizationId, row)
  const configuration = configure(identityProviders, metadata, { id: clientId, authentication })
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri(settings.url)}?${query}`), {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.codeVerifier,
    idTokenExpected: true,
    ...(maxAge !== undefined && { maxAge: maxAge / second }),
  })
  const idToken = tokens.claims()
  if (!idToken || !subjectPattern.test(idToken.sub))
    throw Object.assign(new Error('no subject'), { code: 'NO_SUBJECT' })
  const fetchUserInfo = (): Promise<ProviderClaims> =>
    oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
  const hasUserInfo = metadata.userinfo_endpoint !== undefined
  const claims: ProviderClaims = idToken.email === undefined && hasUserInfo ? await fetchUserInfo() : idToken
  // Some providers send 0 for an unknown time.
  const provedAt = idToken.auth_time ? idToken.auth_time * second : undefined
  const { issuer } = metadata
  return {
    ...{ issuer, subject: idToken.sub, email: readEmail(claims, addressesVerified), name: readName(claims), provedAt },
    endsAt: findEnd(idToken, provedAt, maxAge),
    atProvider: { issuer, sid: idToken.sid, idToken: tokens.id_token },
    methods: readAcceptedMethods(idToken, acceptedAmr),
    classReference: acceptedAcr.find(accepted => accepted === idToken.acr),
    async groups(path) {
      if (isInClaims(idToken, path) || !hasUserInfo) return readClaimedGroups(idToken, path)
      return readClaimedGroups(claims === idToken ? await fetchUserInfo() : claims, path)
    },
  }
}
