import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { refuseBreakGlass } from './forced-sign-on/break-glass.ts'
import { factorOff, lockFactor, withoutFactor } from './lock-factor.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { noSecondFactor } from './logins/login.ts'
import { splitLogin } from './logins/split-login.ts'

/** For a person who lost the app and the recovery codes. Their sign-in elsewhere does not change. */
export const removePersonTotp = changing({
  name: 'removePersonTotp',
  summary: "Turn somebody else's second factor off, for this workspace",
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
    person.change(withoutFactor, factorOff, noSecondFactor)
    return null
  },
})
