import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { StoredProvider } from './identity-provider.ts'
import { findConnection } from './link-queries.ts'
import { findIdentityProvider } from './queries.ts'

export const getOwnSignOn = readEndpoint({
  name: 'getOwnSignOn',
  summary: 'Get whether the workspace has single sign-on, and whether your account is connected to it',
  tag: 'Account',
  workspace: { path: '/account/sign-on', roles: [...roles] },
  response: Type.Object(
    {
      provider: Nullable(
        Type.String({ description: 'The name of the identity provider; null if there is no provider.' }),
      ),
      connectedAt: Nullable(Timestamp),
    },
    { title: 'OwnSignOn' },
  ),
  async run(call) {
    const [row] = await call.read(findIdentityProvider, {})
    const [connection] = await call.read(findConnection, { personId: call.actor.id })
    return {
      provider: row ? readRecord(StoredProvider, row.record).name : null,
      connectedAt: connection ? iso(connection.created_at.getTime()) : null,
    }
  },
})
