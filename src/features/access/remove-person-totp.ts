import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { refuseBreakGlass } from './forced-sign-on/break-glass.ts'
import { factorOff, lockFactor } from './lock-factor.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { noSecondFactor } from './logins/login.ts'
import { splitLogin } from './logins/split-login.ts'

/** For a person who lost the app or passkeys, and the recovery codes: all of it goes. Their sign-in elsewhere does not change. */
export const removePersonTotp = changing({
  name: 'removePersonTotp',
  summary: "Turn somebody else's second factor off, app and passkeys, for this workspace",
  tag: 'People',
  method: 'DELETE',
  workspace: { path: '/people/{personId}/totp', roles: ['admin'] },
  confirm: true,
  status: 204,
  action: 'person.remove_totp',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Null(),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx, { params: { personId } }) {
    if (personId === ctx.actor.id)
      throw new Refusal('unprocessable', 'Turn your own second factor off under /account/totp, with a code.')
    await lockFactor(ctx, personId)
    await refuseBreakGlass(ctx, personId)
    await splitLogin(ctx, personId)
    const person = await lockSignIn(ctx, personId)
    person.change({ secondFactor: 'none' }, factorOff, noSecondFactor)
    return null
  },
})
