import * as oidc from 'openid-client'
import { Type } from 'typebox'
import type { Provided } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { proofLasts } from '#http/recent-proof.ts'
import { readRecord } from '#http/record.ts'
import { minute, second } from '#lib/clock.ts'
import { redirectUri } from './client-metadata.ts'
import { keepFlow, type SignOnFlow } from './flow.ts'
import { StoredProvider } from './identity-provider.ts'
import { configure, type Metadata } from './metadata.ts'
import type { IdentityProviderRow } from './queries.ts'

export const SignOnAddress = Type.Object({
  url: Type.String({ description: "The provider's page, to be opened by the browser of this request." }),
  redirectOrigin: Type.String({
    description: 'Where the provider sends the browser back to; it only works from a page of this origin.',
  }),
})

interface Beginning extends Pick<SignOnFlow, 'organizationId' | 'fresh' | 'linkSha256' | 'connect'> {
  readonly row: IdentityProviderRow
  readonly email: string
}

/**
 * The address of the provider's page; the flow is kept in the browser. The provider is not called here: its metadata
 * was stored when it was configured, so a flood of requests does not reach it.
 */
export const beginAtProvider = async (
  call: CommittingCall & Provided<'identityProviders'>,
  { row, email, fresh, ...rest }: Beginning,
) => {
  const { settings, identityProviders } = call
  const { clientId, maxAgeMinutes, groupsScope } = readRecord(StoredProvider, row.record)
  const ages = [...(fresh ? [proofLasts] : []), ...(maxAgeMinutes === undefined ? [] : [maxAgeMinutes * minute])]
  const maxAge = ages.length > 0 ? Math.min(...ages) : undefined
  const metadata: Metadata = JSON.parse(row.metadata)
  const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const url = oidc.buildAuthorizationUrl(configure(identityProviders, metadata, { id: clientId }), {
    redirect_uri: redirectUri(settings.url),
    scope: ['openid email profile', ...(groupsScope ? [groupsScope] : [])].join(' '),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    login_hint: email,
    // Not 0, which some providers reject or ignore: with any age the token says when the person authenticated.
    ...(maxAge !== undefined && { max_age: String(maxAge / second) }),
    ...(fresh && { prompt: 'login' }),
  })
  keepFlow(call, { ...rest, providerId: row.id, state, nonce, codeVerifier, fresh })
  return { url: url.href, redirectOrigin: new URL(settings.url).origin }
}
