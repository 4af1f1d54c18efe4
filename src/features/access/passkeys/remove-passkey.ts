import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changing } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { refuseBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { noSecondFactor } from '#src/features/access/logins/login.ts'
import { changeFactor } from './change-factor.ts'
import { requireOwnLogin } from './passkey.ts'
import { passkeysOf, removePasskeyOf } from './queries.ts'
import { appSince } from './stand-in.ts'

/** The password remains as a way in: passkeys are added only to logins that have one, and no login loses it. */
export const removePasskey = changing({
  name: 'removePasskey',
  summary: 'Remove one of your passkeys; your other sessions end, in every workspace',
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
    const isLast = appSince(person.login) === null && (await ctx.tx.query(passkeysOf, { loginId })).length === 0
    if (isLast) await refuseBreakGlass(ctx, ctx.actor.id)
    await changeFactor(ctx, person, 'account.remove_passkey', `passkey ${id} removed`, isLast ? noSecondFactor : {})
    return null
  },
})
