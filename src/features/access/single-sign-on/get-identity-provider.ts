import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { etagOf, versionField } from '#api/version.ts'
import { ClientMetadata, clientMetadata } from './client-metadata.ts'
import { IdentityProvider, presentProvider } from './identity-provider.ts'
import { findProvider, lockProvider, type ProviderRow } from './queries.ts'

// Each change makes a new row.
const tagOf = (row: ProviderRow | undefined): string => etagOf(row?.id)

export const getIdentityProvider = reading({
  name: 'getIdentityProvider',
  summary: 'How people of this workspace sign in elsewhere; null where they do not',
  tag: 'Single sign-on',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  response: Type.Object({
    identityProvider: Type.Union([IdentityProvider, Type.Null()]),
    client: ClientMetadata,
    ...versionField,
  }),
  async version({ tx }) {
    const [row] = await tx.query(lockProvider, {})
    return { etag: tagOf(row), resourceId: row?.id ?? '' }
  },
  async run(call) {
    const [row] = await call.read(findProvider, {})
    return {
      identityProvider: row ? await presentProvider(call, row) : null,
      client: clientMetadata(call),
      etag: tagOf(row),
    }
  },
})
