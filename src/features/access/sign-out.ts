import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { change } from '#http/call.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { sessionCookie } from '#http/identify.ts'
import { Rendered } from '#http/rendered.ts'
import { closeSession } from './single-sign-on/queries.ts'
import { signOutUrl } from './single-sign-on/sign-out-url.ts'

export const signOut = commitEndpoint({
  name: 'signOut',
  summary: "Sign out; after single sign-on the response may name the provider's page that ends the session there too",
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
      { url: Type.String({ description: "The provider's sign-out page. The browser that signed out opens it." }) },
      { title: 'SignedOut' },
    ),
  },
  needs: ['identityProviders'],
  async run(call) {
    const { actor, organizationId } = call
    const url = await call.db.transaction(organizationId, async tx => {
      const ctx = change(call, tx, 'session.close', null)
      const [session] = await tx.query(closeSession, { id: actor.credentialId })
      ctx.audit(actor.id)
      return session && signOutUrl(ctx, actor.credentialId, session)
    })
    call.identities.forget()
    call.setHeader('set-cookie', sessionCookie.set(call.incoming.secure, '', 0))
    return url === undefined ? null : new Rendered(JSON.stringify({ url }), 200)
  },
})
