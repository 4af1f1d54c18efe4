import { Type } from 'typebox'
import { changing } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { refuseWhileForced } from '#src/features/access/forced-sign-on/while-forced.ts'
import { AccessRequest, requestAccessChange } from '#src/features/access/second-administrator/proposal.ts'
import { StoredProvider } from './identity-provider.ts'
import { providerApprovalKinds, providerByOperator } from './provider-proposal.ts'
import { lockIdentityProvider } from './queries.ts'

/** People without a password get one by a password reset. */
export const removeIdentityProvider = changing({
  name: 'removeIdentityProvider',
  summary:
    'Request the end of single sign-on; once another administrator confirms, its secret and its connections with people are deleted, and the sessions that it opened end',
  tag: 'Single sign-on',
  method: 'DELETE',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  confirm: true,
  status: 202,
  action: 'identity_provider.request',
  response: Type.Object({ request: AccessRequest }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx) {
    await refuseWhileForced(ctx)
    const { id: resourceId, record } = oneOr404(await ctx.tx.query(lockIdentityProvider, {}), 'identity provider')
    const { name, issuer } = readRecord(StoredProvider, record)
    const asked = { kind: 'identity_provider_removal', resourceId, title: `${name} (${issuer})` } as const
    return {
      request: await requestAccessChange(ctx, asked, { kinds: providerApprovalKinds, otherwise: providerByOperator }),
    }
  },
})
