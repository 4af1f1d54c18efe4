import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** Helps a person whose subject at the provider changed, or who is connected to the wrong subject (decision 123). */
export const removePersonSignOn = changeEndpoint({
  name: 'removePersonSignOn',
  summary:
    "Disconnect a person's account from their sign-on at the identity provider; ends the sessions that it opened",
  tag: 'People',
  method: 'DELETE',
  workspace: { path: '/people/{personId}/sign-on', roles: ['admin'] },
  confirm: true,
  status: 204,
  action: 'person.unlink_identity',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Null(),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx, { params: { personId } }) {
    if (personId === ctx.actor.id)
      throw new Refusal('unprocessable', sentence`sign_on.own: Remove your own connection on your account page.`)
    const { person } = await lockSignIn(ctx, personId)
    await unlinkIdentity(ctx, person, 'administrator')
    return null
  },
})
