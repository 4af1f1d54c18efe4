import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { inOtherWorkspaces } from './logins/other-workspaces.ts'
import { findOwnLogin } from './logins/own-login.ts'
import { deleteSessionOf } from './queries.ts'

export const endSession = changeEndpoint({
  name: 'endSession',
  summary: 'End one of your sessions',
  tag: 'Account',
  method: 'DELETE',
  workspace: { path: '/account/sessions/{sessionId}', roles: [...roles] },
  confirm: true,
  status: 204,
  action: 'account.end_session',
  reason: false,
  params: Type.Object({ sessionId: Reference('ses') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run(ctx, { params }) {
    const { sessionId } = params
    const { loginId, memberships } = await findOwnLogin(ctx)
    let wasEnded = false
    const end = async ({ tx, audit }: Change, personId: string) => {
      const [session] = await tx.query(deleteSessionOf, { personId, id: sessionId })
      if (!session) return
      wasEnded = true
      audit(session.id)
    }
    await end(ctx, ctx.actor.id)
    if (!wasEnded && memberships.length > 1) {
      await inOtherWorkspaces(ctx, loginId, 'account.end_session', end)
      // Sessions of other workspaces do not belong in this workspace's audit trail.
      if (wasEnded) ctx.audit(ctx.actor.id)
    }
    if (!wasEnded) throw notFound('session')
    ctx.tx.afterCommit(ctx.identities.forget)
    return null
  },
})
