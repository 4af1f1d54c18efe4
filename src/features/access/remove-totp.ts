import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { rejectBreakGlass } from './forced-sign-on/break-glass.ts'
import { factorOff, lockFactor } from './lock-factor.ts'
import { noSecondFactor } from './logins/login.ts'
import { changeInOtherWorkspaces } from './logins/other-workspaces.ts'
import { passkeysOnly } from './passkeys/placeholder-app.ts'
import { listPasskeysOfLogin } from './passkeys/queries.ts'
import { findPerson } from './queries.ts'
import { Code, pausedCodes, wrongCode } from './totp.ts'
import { tryCode } from './try-code.ts'

/** Tries the caller's code in its own transaction, so that a wrong code is counted. */
export const checkOwnCode = async (call: CommittingCall, code: string, action: string): Promise<() => void> => {
  const { actor, organizationId, db } = call
  const [person] = await call.read(findPerson, { id: actor.id })
  const subject = { loginId: person?.login_id ?? '', personId: actor.id }
  const outcome = await db.transaction(organizationId, tx => tryCode(change(call, tx, action, null), subject, code))
  if (typeof outcome === 'object') throw pausedCodes(outcome.wait)
  return () => {
    if (outcome !== 'accepted') throw wrongCode()
  }
}

/** Requires a code, since a person who knows only the password must not be able to turn off the second factor. */
export const removeTotp = commitEndpoint({
  name: 'removeTotp',
  summary: 'Turn off your authenticator app, with one of its codes or a recovery code',
  tag: 'Account',
  method: 'DELETE',
  workspace: { path: '/account/totp', roles: [...roles] },
  status: 204,
  action: 'account.remove_totp',
  reason: false,
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  response: Type.Null(),
  errors: ['conflict', 'unprocessable'],
  async run(call, { body: { code } }) {
    const prove = await checkOwnCode(call, code, 'account.remove_totp')
    return call.commit('', async ctx => {
      const person = await lockFactor(ctx, ctx.actor.id, 'totp')
      prove()
      const { id } = person.login
      const hasPasskeys = (await ctx.tx.query(listPasskeysOfLogin, { loginId: id })).length > 0
      if (!hasPasskeys) await rejectBreakGlass(ctx, ctx.actor.id)
      const changes = { secondFactor: hasPasskeys ? ('passkey' as const) : ('none' as const) }
      person.change(changes, factorOff, hasPasskeys ? passkeysOnly(ctx, id) : noSecondFactor)
      await changeInOtherWorkspaces(ctx, id, {
        action: 'account.remove_totp',
        changes,
        detail: factorOff,
      })
      return null
    })
  },
})
