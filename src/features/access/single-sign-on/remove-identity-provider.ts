import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { rejectWhileSignOnRequired } from '#src/features/access/forced-sign-on/sign-on-required.ts'
import { AccessRequest, requestAccessChange } from '#src/features/access/second-administrator/proposal.ts'
import { StoredProvider } from './identity-provider.ts'
import { providerApprovalKinds, providerByOperator } from './provider-proposal.ts'
import { lockIdentityProvider } from './queries.ts'

/** Afterwards, people without a password need a password reset. */
export const removeIdentityProvider = changeEndpoint({
  name: 'removeIdentityProvider',
  summary:
    'Request the end of single sign-on; once another administrator confirms it, deletes the secret and the connections, and ends the sessions that it opened',
  tag: 'Single sign-on',
  method: 'DELETE',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  confirm: true,
  status: 202,
  action: 'identity_provider.request',
  response: Type.Object({ request: AccessRequest }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx) {
    await rejectWhileSignOnRequired(ctx)
    const { id: resourceId, record } = firstOrNotFound(
      await ctx.tx.query(lockIdentityProvider, {}),
      'identity provider',
    )
    const { name, issuer } = readRecord(StoredProvider, record)
    const change = { kind: 'identity_provider_removal', resourceId, title: `${name} (${issuer})` } as const
    return {
      request: await requestAccessChange(ctx, change, { kinds: providerApprovalKinds, otherwise: providerByOperator }),
    }
  },
})
