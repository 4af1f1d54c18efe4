import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { Rendered } from '#http/answer.ts'
import { change } from '#http/call.ts'
import { committing } from '#http/endpoint.ts'
import { sessionCookie } from '#http/identify.ts'
import { closeSession } from './single-sign-on/queries.ts'
import { signOutUrl } from './single-sign-on/sign-out-url.ts'

export const signOut = committing({
  name: 'signOut',
  summary: 'Sign out; after single sign-on the answer may name the page where the browser ends the session there too',
  tag: 'Session',
  enrols: true,
  method: 'DELETE',
  workspace: { path: '/session', roles: [...roles] },
  status: 204,
  action: 'session.close',
  reason: false,
  response: Type.Null(),
  also: {
    200: Type.Object(
      { url: Type.String({ description: "The provider's page, to be opened by the browser that signed out." }) },
      { title: 'SignedOut' },
    ),
  },
  needs: ['identityProviders'],
  async run(call) {
    const { actor, organizationId } = call
    const url = await call.db.transaction(organizationId, async tx => {
      const ctx = change(call, tx, 'session.close', null)
      const [closed] = await tx.query(closeSession, { id: actor.credentialId })
      ctx.audit(actor.id)
      return closed && signOutUrl(ctx, actor.credentialId, closed)
    })
    call.identities.forget()
    call.setHeader('set-cookie', sessionCookie.set(call.incoming.secure, '', 0))
    return url === undefined ? null : new Rendered(JSON.stringify({ url }), 200)
  },
})
