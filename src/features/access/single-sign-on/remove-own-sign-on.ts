import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { isBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { lockSignInPolicy } from '#src/features/access/forced-sign-on/queries.ts'
import { isSingleSignOnRequired } from '#src/features/access/forced-sign-on/sign-on-required.ts'
import { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/**
 * The person must be able to sign in with a password afterwards. Otherwise only an administrator can remove the
 * connection.
 */
export const removeOwnSignOn = changeEndpoint({
  name: 'removeOwnSignOn',
  summary: 'Disconnect your account from your sign-on at the identity provider; ends the sessions that it opened',
  tag: 'Account',
  method: 'DELETE',
  workspace: { path: '/account/sign-on', roles: [...roles] },
  confirm: true,
  status: 204,
  action: 'person.unlink_identity',
  reason: false,
  response: Type.Null(),
  errors: ['conflict', 'unprocessable'],
  async run(ctx) {
    const { tx, actor } = ctx
    await tx.query(lockSignInPolicy, {})
    const { person, login } = await lockSignIn(ctx, actor.id)
    if ((await isSingleSignOnRequired(ctx)) && !(await isBreakGlass(tx, actor.id)))
      throw new Refusal(
        'conflict',
        sentence`sign_on.only_way_in: This workspace allows only single sign-on, so you need this connection to sign in. An administrator can allow other ways first.`,
      )
    if (login.password_hash === null)
      throw new Refusal(
        'unprocessable',
        sentence`sign_on.no_password: Your account has no password, so you need this connection to sign in. Ask an administrator for a link to set a password first.`,
      )
    await unlinkIdentity(ctx, person, 'person')
    return null
  },
})
