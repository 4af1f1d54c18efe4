import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { change } from '#api/call.ts'
import { committing } from '#api/endpoint.ts'
import { sessionCookie } from '#api/identify.ts'
import { deleteSession } from './queries.ts'

export const signOut = committing({
  name: 'signOut',
  summary: 'Sign out',
  tag: 'Session',
  method: 'DELETE',
  workspace: { path: '/session', roles: [...roles] },
  status: 204,
  action: 'session.close',
  reason: false,
  response: Type.Null(),
  async run(call) {
    const { actor, organizationId } = call
    await call.db.transaction(organizationId, tx => {
      tx.write(deleteSession, { id: actor.credentialId })
      change(call, tx, 'session.close', null).audit(actor.id)
    })
    call.identities.forget()
    call.setHeader('set-cookie', sessionCookie.set(call.incoming.secure, '', 0))
    return null
  },
})
