import { Type } from 'typebox'
import type { Call } from '#http/call.ts'

const prefix = 'org_'

/** The redirect URI for identity providers: a page of the web app. */
export const redirectUri = (url: string): string => `${url}/sign-in/callback`

/** The page of the web app to which providers send people after signing out. */
export const postLogoutRedirectUri = (url: string): string => `${url}/sign-in`

/** The data that a provider needs to register a workspace as its client, in the terms of OpenID Connect. */
export const ClientMetadata = Type.Object(
  {
    redirectUri: Type.String({ description: '`redirect_uris`' }),
    postLogoutRedirectUri: Type.String({ description: '`post_logout_redirect_uris`' }),
    backChannelLogoutUri: Type.String({ description: '`backchannel_logout_uri`; a `sid` is optional.' }),
    jwksUri: Type.String({ description: '`jwks_uri`, for private_key_jwt.' }),
  },
  { title: 'SignOnClient' },
)

export const clientMetadata = ({ organizationId, settings: { url } }: Pick<Call, 'organizationId' | 'settings'>) => {
  const workspace = organizationId.slice(prefix.length)
  return {
    redirectUri: redirectUri(url),
    postLogoutRedirectUri: postLogoutRedirectUri(url),
    backChannelLogoutUri: `${url}/api/workspace/session/back-channel-logout/${workspace}`,
    jwksUri: `${url}/api/workspace/session/client-keys/${workspace}`,
  }
}

/** The parameters of the endpoints that a workspace's provider calls. */
export const WorkspaceParams = Type.Object({
  workspace: Type.String({ maxLength: 100, description: 'The id of the workspace without its prefix.' }),
})

/** Restores the organization id from such a parameter; undefined if the text has the wrong form. */
export const organizationAt = (workspace: string): string | undefined =>
  /^[0-9A-HJKMNP-TV-Z]{26}$/.test(workspace) ? prefix + workspace : undefined
