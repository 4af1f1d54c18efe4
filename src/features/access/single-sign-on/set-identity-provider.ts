import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { AccessRequest, requestAccessChange } from '#src/features/access/second-administrator/proposal.ts'
import { checkProvider } from './change-provider.ts'
import { IdentityProvider, ProviderInput, toIdentityProvider } from './identity-provider.ts'
import { providerApprovalKinds, providerByOperator } from './provider-proposal.ts'

/** The current settings stay in force until another administrator confirms the change (decision 118). */
export const setIdentityProvider = changeEndpoint({
  name: 'setIdentityProvider',
  summary:
    "Request that people of this workspace sign in at an OpenID Connect provider; reads the provider's metadata, and another administrator must confirm it",
  tag: 'Single sign-on',
  method: 'POST',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  confirm: true,
  status: 202,
  action: 'identity_provider.request',
  sends: true,
  body: Type.Object({
    ...ProviderInput,
    clientSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description:
          'May be omitted to keep the secret if issuer and client id stay the same. Not stored with private_key_jwt.',
      }),
    ),
  }),
  response: Type.Object({
    identityProvider: Type.Union([IdentityProvider, Type.Null()], {
      description: 'The identity provider in force until the change is confirmed.',
    }),
    request: AccessRequest,
  }),
  errors: ['conflict', 'unprocessable'],
  needs: ['identityProviders'],
  async run(ctx, { body }) {
    const { ids, now } = ctx
    const { provider, metadata, secret, current } = await checkProvider(ctx, body)
    const request = await requestAccessChange(
      ctx,
      {
        kind: 'identity_provider_change',
        resourceId: ids.next('idp', now),
        title: `${provider.name} (${provider.issuer})`,
        proposal: { replaces: current?.id ?? null, provider, metadata, newSecret: body.clientSecret !== undefined },
        secret,
      },
      { kinds: providerApprovalKinds, otherwise: providerByOperator },
    )
    return { identityProvider: current ? await toIdentityProvider(ctx, current) : null, request }
  },
})
