import * as oidc from 'openid-client'
import { Type } from 'typebox'
import type { Provided } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { proofLifetime } from '#http/recent-proof.ts'
import { readRecord } from '#http/record.ts'
import { minute, second } from '#lib/clock.ts'
import { redirectUri } from './client-metadata.ts'
import { type SignOnFlow, storeFlow } from './flow.ts'
import { StoredProvider } from './identity-provider.ts'
import { configure, type Metadata } from './metadata.ts'
import type { IdentityProviderRow } from './queries.ts'

export const SignOnAddress = Type.Object({
  url: Type.String({ description: "The provider's page. The browser of this request must open it." }),
  redirectOrigin: Type.String({
    description:
      'The origin to which the provider sends the browser back. Sign-on only works from a page of this origin.',
  }),
})

interface SignOnStart extends Pick<SignOnFlow, 'organizationId' | 'fresh' | 'linkSha256' | 'connect'> {
  readonly row: IdentityProviderRow
  readonly email: string
}

/**
 * Builds the URL of the provider's page, and stores the flow in the browser. Does not call the provider, whose metadata
 * is stored with its settings, so a flood of requests does not reach it.
 */
export const beginAtProvider = async (
  call: CommittingCall & Provided<'identityProviders'>,
  { row, email, fresh, ...rest }: SignOnStart,
) => {
  const { settings, identityProviders } = call
  const { clientId, maxAgeMinutes, groupsScope } = readRecord(StoredProvider, row.record)
  const ages = [...(fresh ? [proofLifetime] : []), ...(maxAgeMinutes === undefined ? [] : [maxAgeMinutes * minute])]
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
    // Never 0, which some providers reject or ignore. With any maximum age, the token says when the person
    // authenticated.
    ...(maxAge !== undefined && { max_age: String(maxAge / second) }),
    ...(fresh && { prompt: 'login' }),
  })
  storeFlow(call, { ...rest, providerId: row.id, state, nonce, codeVerifier, fresh })
  return { url: url.href, redirectOrigin: new URL(settings.url).origin }
}
