import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Line } from '#http/schema.ts'
import { scimBaseUrl } from '#src/features/access/scim/resource.ts'
import { issueProvisioningToken } from './issue-provisioning-token.ts'
import { ExpiresInDays, ProvisioningTokenWithText } from './provisioning-token.ts'

/** Anyone who sees the token could create people, so they become custodians of the people created with it. */
export const createProvisioningToken = changeEndpoint({
  name: 'createProvisioningToken',
  summary: 'Create a token for an identity provider to send people and groups (SCIM); it is shown only once',
  tag: 'Provisioning',
  method: 'POST',
  workspace: { path: '/provisioning-tokens', roles: ['admin'] },
  wholeWorkspace: true,
  confirm: true,
  status: 201,
  action: 'provisioning_token.create',
  secret: 'token',
  body: Type.Object({ name: Line(200), expiresInDays: Type.Optional(ExpiresInDays) }),
  response: ProvisioningTokenWithText,
  errors: ['unprocessable'],
  async run(ctx, { body }) {
    const { actor, organizationId, settings } = ctx
    const { provisioningToken, text } = await issueProvisioningToken(ctx, { ...body, shownTo: actor.id })
    return { provisioningToken, baseUrl: scimBaseUrl(settings.url, organizationId), token: text }
  },
})
