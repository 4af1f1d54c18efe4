import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { rejectBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { noSecondFactor } from '#src/features/access/logins/login.ts'
import { changeFactor } from './change-factor.ts'
import { requireOwnLogin } from './passkey.ts'
import { appConfirmedAt } from './placeholder-app.ts'
import { listPasskeysOfLogin, removePasskeyOf } from './queries.ts'

/**
 * The person can still sign in with the password: only logins with a password get passkeys, and no login loses its
 * password.
 */
export const removePasskey = changeEndpoint({
  name: 'removePasskey',
  summary: 'Remove one of your passkeys; ends your other sessions in every workspace',
  tag: 'Account',
  method: 'DELETE',
  workspace: { path: '/account/passkeys/{passkeyId}', roles: [...roles] },
  confirm: true,
  status: 204,
  action: 'account.remove_passkey',
  reason: false,
  params: Type.Object({ passkeyId: Reference('psk') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(ctx, { params: { passkeyId: id } }) {
    const { loginId } = await requireOwnLogin(ctx)
    const person = await lockSignIn(ctx, ctx.actor.id)
    const [row] = await ctx.tx.query(removePasskeyOf, { loginId, id })
    if (!row?.found) throw notFound('passkey')
    const isLast =
      appConfirmedAt(person.login) === null && (await ctx.tx.query(listPasskeysOfLogin, { loginId })).length === 0
    if (isLast) await rejectBreakGlass(ctx, ctx.actor.id)
    await changeFactor(ctx, person, 'account.remove_passkey', `passkey ${id} removed`, isLast ? noSecondFactor : {})
    return null
  },
})
