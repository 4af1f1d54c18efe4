import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { IdentityProvider, presentProvider } from './identity-provider.ts'
import { findProvider } from './queries.ts'

export const getIdentityProvider = reading({
  name: 'getIdentityProvider',
  summary: 'How people of this workspace sign in elsewhere; null where they do not',
  tag: 'Single sign-on',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  response: Type.Object({ identityProvider: Type.Union([IdentityProvider, Type.Null()]) }),
  async run(call) {
    const [row] = await call.read(findProvider, {})
    return { identityProvider: row ? await presentProvider(call, row.record) : null }
  },
})
