import { type JWTPayload, jwtVerify } from 'jose'
import type { Provided } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { minute, second } from '#lib/clock.ts'
import { StoredProvider } from './identity-provider.ts'
import { type Metadata, providerErrorCode } from './metadata.ts'
import { findProviderKeys } from './provider-keys.ts'
import type { IdentityProviderRow } from './queries.ts'

/** Older tokens are rejected, so that a used `jti` need not be stored longer than the states of sign-ons. */
const maxAge = 10 * minute

const tolerance = minute / second

const eventName = 'http://schemas.openid.net/event/backchannel-logout'

/** The session that ended at the provider, and its subject. */
export interface LogoutToken {
  readonly issuer: string
  readonly jti: string
  readonly sid: string | undefined
  readonly subject: string | undefined
}

/** Why a token is invalid. The message is for the audit trail. */
export class InvalidLogoutToken extends Error {}

// Providers that predate the type send no type, or the generic one.
const types: ReadonlySet<unknown> = new Set([undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'])

const readText = (claims: JWTPayload, name: 'jti' | 'sid' | 'sub'): string | undefined => {
  const value = claims[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '') throw new InvalidLogoutToken(`no ${name}`)
  return value
}

const verifyToken = async (
  { identityProviders, now }: CommittingCall & Provided<'identityProviders'>,
  row: IdentityProviderRow,
  token: string,
): Promise<JWTPayload> => {
  const { clientId } = readRecord(StoredProvider, row.record)
  const metadata: Metadata = JSON.parse(row.metadata)
  const { payload, protectedHeader } = await jwtVerify(token, findProviderKeys(identityProviders, row.id, metadata), {
    issuer: metadata.issuer,
    audience: clientId,
    algorithms: metadata.id_token_signing_alg_values_supported,
    requiredClaims: ['jti', 'events'],
    // Also requires `iat`.
    maxTokenAge: maxAge / second,
    clockTolerance: tolerance,
    currentDate: new Date(now),
  })
  if (!types.has(protectedHeader.typ?.toLowerCase())) throw new InvalidLogoutToken('another type of token')
  return payload
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), but not whether it was used before.
 * Throws InvalidLogoutToken, also if the provider's keys are unavailable.
 */
export const readLogoutToken = async (
  call: CommittingCall & Provided<'identityProviders'>,
  row: IdentityProviderRow,
  token: string,
): Promise<LogoutToken> => {
  const claims = await verifyToken(call, row, token).catch((error: unknown) => {
    throw error instanceof InvalidLogoutToken
      ? error
      : new InvalidLogoutToken(providerErrorCode(error) ?? 'the keys of the provider are unavailable')
  })
  const { events, iss: issuer = '' } = claims
  const logoutEvent: unknown = Object(events)[eventName]
  if (typeof logoutEvent !== 'object' || logoutEvent === null) throw new InvalidLogoutToken('no logout event')
  if ('nonce' in claims) throw new InvalidLogoutToken('a nonce')
  const [jti, sid, subject] = [readText(claims, 'jti') ?? '', readText(claims, 'sid'), readText(claims, 'sub')]
  if (sid === undefined && subject === undefined) throw new InvalidLogoutToken('neither sid nor sub')
  return { issuer, jti, sid, subject }
}
