import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { writeSecurityEvent } from '#api/security-event.ts'
import { refuseWhileForced } from '#src/features/access/forced-sign-on/while-forced.ts'
import { forgetSource } from '#src/features/access/groups/apply-groups.ts'
import {
  endSignOnSessions,
  forgetClientKeys,
  forgetIdentities,
  keepDomains,
  lockProvider,
  retireProvider,
} from './queries.ts'
import { retired } from './set-identity-provider.ts'

/** People without a password get one by a password reset. */
export const removeIdentityProvider = changing({
  name: 'removeIdentityProvider',
  summary:
    'End single sign-on: its secret, and whom it knows by which subject, are forgotten, and the sessions that it opened end',
  tag: 'Single sign-on',
  method: 'DELETE',
  workspace: { path: '/identity-provider', roles: ['admin'] },
  confirm: true,
  status: 204,
  action: 'identity_provider.remove',
  response: Type.Null(),
  errors: ['not_found', 'conflict'],
  async run(ctx) {
    const { tx, audit, identities } = ctx
    await refuseWhileForced(ctx)
    const row = oneOr404(await tx.query(lockProvider, {}), 'identity provider')
    tx.write(retireProvider, {})
    tx.write(keepDomains, { domains: [] })
    tx.write(forgetIdentities, {})
    tx.write(forgetClientKeys, { until: null })
    tx.write(endSignOnSessions, {})
    await forgetSource(ctx, 'single_sign_on')
    tx.afterCommit(identities.forget)
    audit(row.id, retired(row))
    writeSecurityEvent(ctx, { type: 'identityProviderChanged', context: { resourceId: row.id, state: 'removed' } })
    return null
  },
})
