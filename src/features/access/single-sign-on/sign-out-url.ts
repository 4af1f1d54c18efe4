import * as oidc from 'openid-client'
import type { Change, Provided } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { SealedError } from '#lib/sealed.ts'
import { idTokenBinding } from './at-provider.ts'
import { postLogoutRedirectUri } from './client-metadata.ts'
import { StoredProvider } from './identity-provider.ts'
import { configure, type Metadata } from './metadata.ts'
import { type ClosedSession, findIdentityProvider } from './queries.ts'

// Undefined if the master key was lost. The provider then asks the person who is signing out.
const openIdToken = (
  { sealer, organizationId }: Change,
  sessionId: string,
  sealed: string | null,
): string | undefined => {
  try {
    return sealed === null ? undefined : sealer.open(sealed, idTokenBinding(organizationId, sessionId))
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}

/**
 * Returns the URL of the provider's page on which a browser ends its session at the provider (OpenID Connect
 * RP-Initiated Logout 1.0). Undefined if the session did not come from the current issuer, the provider has no such
 * page, or the workspace turned this off.
 */
export const signOutUrl = async (
  ctx: Change & Provided<'identityProviders'>,
  sessionId: string,
  { issuer, id_token }: ClosedSession,
): Promise<string | undefined> => {
  const [row] = issuer === null ? [] : await ctx.tx.query(findIdentityProvider, {})
  if (!row) return undefined
  const { clientId, signOutAtProvider = true } = readRecord(StoredProvider, row.record)
  const metadata: Metadata = JSON.parse(row.metadata)
  if (!signOutAtProvider || metadata.issuer !== issuer || !metadata.end_session_endpoint) return undefined
  const hint = openIdToken(ctx, sessionId, id_token)
  return oidc.buildEndSessionUrl(configure(ctx.identityProviders, metadata, { id: clientId }), {
    post_logout_redirect_uri: postLogoutRedirectUri(ctx.settings.url),
    state: oidc.randomState(),
    ...(hint !== undefined && { id_token_hint: hint }),
  }).href
}
