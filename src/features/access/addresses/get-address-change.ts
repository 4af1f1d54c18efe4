import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Nullable } from '#http/schema.ts'
import { findPendingAddress } from './queries.ts'

export const getAddressChange = readEndpoint({
  name: 'getAddressChange',
  summary:
    'Get the new e-mail address that your identity provider sent and you have not confirmed; null if there is no such address',
  tag: 'Account',
  workspace: { path: '/account/address-change', roles: [...roles] },
  response: Type.Object({ newAddress: Nullable(Type.String()) }),
  async run({ read, actor }) {
    const [row] = await read(findPendingAddress, { personId: actor.id })
    return { newAddress: row?.address ?? null }
  },
})
