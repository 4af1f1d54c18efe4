import { type JWTPayload, jwtVerify } from 'jose'
import type { Provided } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { minute, second } from '#lib/clock.ts'
import { StoredProvider } from './identity-provider.ts'
import { type Metadata, providerErrorCode } from './metadata.ts'
import { keysOfProvider } from './provider-keys.ts'
import type { IdentityProviderRow } from './queries.ts'

/** Older ones are refused, so that a used `jti` need not be kept longer than the states of sign-ons. */
const longestAge = 10 * minute

const tolerance = minute / second

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** The session that ended at the provider, and its person. */
export interface LogoutToken {
  readonly issuer: string
  readonly jti: string
  readonly sid: string | undefined
  readonly subject: string | undefined
}

/** Why a token does not count; the words are for the trail. */
export class UnfitToken extends Error {}

// Providers from before the type was defined send none, or the generic one.
const types: ReadonlySet<unknown> = new Set([undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'])

const textOf = (claims: JWTPayload, name: 'jti' | 'sid' | 'sub'): string | undefined => {
  const value = claims[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '') throw new UnfitToken(`no ${name}`)
  return value
}

const claimsOf = async (
  { identityProviders, now }: CommittingCall & Provided<'identityProviders'>,
  row: IdentityProviderRow,
  token: string,
): Promise<JWTPayload> => {
  const { clientId } = readRecord(StoredProvider, row.record)
  const metadata: Metadata = JSON.parse(row.metadata)
  const { payload, protectedHeader } = await jwtVerify(token, keysOfProvider(identityProviders, row.id, metadata), {
    issuer: metadata.issuer,
    audience: clientId,
    algorithms: metadata.id_token_signing_alg_values_supported,
    requiredClaims: ['jti', 'events'],
    // Also requires `iat`.
    maxTokenAge: longestAge / second,
    clockTolerance: tolerance,
    currentDate: new Date(now),
  })
  if (!types.has(protectedHeader.typ?.toLowerCase())) throw new UnfitToken('another type of token')
  return payload
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), but not whether it was used before.
 * Throws UnfitToken, also if the keys of the provider are unavailable.
 */
export const readLogoutToken = async (
  call: CommittingCall & Provided<'identityProviders'>,
  row: IdentityProviderRow,
  token: string,
): Promise<LogoutToken> => {
  const claims = await claimsOf(call, row, token).catch((error: unknown) => {
    throw error instanceof UnfitToken
      ? error
      : new UnfitToken(providerErrorCode(error) ?? 'the keys of the provider are unavailable')
  })
  const { events, iss: issuer = '' } = claims
  const said: unknown = Object(events)[event]
  if (typeof said !== 'object' || said === null) throw new UnfitToken('no logout event')
  if ('nonce' in claims) throw new UnfitToken('a nonce')
  const [jti, sid, subject] = [textOf(claims, 'jti') ?? '', textOf(claims, 'sid'), textOf(claims, 'sub')]
  if (sid === undefined && subject === undefined) throw new UnfitToken('neither sid nor sub')
  return { issuer, jti, sid, subject }
}
