import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { endSessionsInOtherWorkspaces } from './logins/other-workspaces.ts'
import { findOwnLogin } from './logins/own-login.ts'
import { deleteOtherSessions } from './queries.ts'

export const endOtherSessions = changeEndpoint({
  name: 'endOtherSessions',
  summary: 'End all your other sessions',
  tag: 'Account',
  enrols: true,
  method: 'DELETE',
  workspace: { path: '/account/sessions', roles: [...roles] },
  confirm: true,
  status: 204,
  action: 'account.end_other_sessions',
  reason: false,
  response: Type.Null(),
  async run(ctx) {
    const { tx, actor, audit, identities } = ctx
    const { loginId, memberships } = await findOwnLogin(ctx)
    if (memberships.length > 1) await endSessionsInOtherWorkspaces(ctx, loginId, 'account.end_other_sessions')
    tx.write(deleteOtherSessions, { personId: actor.id, id: actor.credentialId })
    tx.afterCommit(identities.forget)
    audit(actor.id)
    return null
  },
})
