import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { etagOf, versionField } from '#http/version.ts'
import { OpenRequestId } from '#src/features/access/second-administrator/proposal.ts'
import { findOpenRequest } from '#src/features/access/second-administrator/queries.ts'
import { ClientMetadata, clientMetadata } from './client-metadata.ts'
import { IdentityProvider, toIdentityProvider } from './identity-provider.ts'
import { findIdentityProvider, type IdentityProviderRow, lockIdentityProvider } from './queries.ts'

// Each change creates a new row, so the id identifies the version.
const providerEtag = (row: IdentityProviderRow | undefined): string => etagOf(row?.id)

export const getIdentityProvider = readEndpoint({
  name: 'getIdentityProvider',
  summary: 'Get the identity provider at which people of this workspace sign in; null if there is no provider',
  tag: 'Single sign-on',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  response: Type.Object({
    identityProvider: Type.Union([IdentityProvider, Type.Null()]),
    client: ClientMetadata,
    openRequestId: OpenRequestId,
    ...versionField,
  }),
  async version({ tx }) {
    const [row] = await tx.query(lockIdentityProvider, {})
    return { etag: providerEtag(row), resourceId: row?.id ?? '' }
  },
  async run(call) {
    const [row] = await call.read(findIdentityProvider, {})
    const kinds = { kind: 'identity_provider_change', other: 'identity_provider_removal' }
    const [openRequest] = await call.read(findOpenRequest, kinds)
    return {
      identityProvider: row ? await toIdentityProvider(call, row) : null,
      client: clientMetadata(call),
      openRequestId: openRequest?.id ?? null,
      etag: providerEtag(row),
    }
  },
})
