import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { committing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { releaseCustodians } from './custodians.ts'
import { isProofOf } from './factor-proof.ts'
import { lockFactor } from './lock-factor.ts'
import { deleteOtherSessions } from './queries.ts'
import { checkOwnCode } from './remove-totp.ts'
import { Code } from './totp.ts'

/**
 * With the mailed link and a code. Not the link alone: somebody may follow it who did not enrol the factor, and would so
 * call another's theirs.
 */
export const confirmOwnFactor = committing({
  name: 'confirmOwnFactor',
  summary: 'Show by a mailed link and a code that your second factor is yours: nobody is your custodian any more',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/factor/confirm', roles: [...roles] },
  status: 204,
  action: 'account.confirm_factor',
  reason: false,
  body: Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 2000, description: 'What stands behind #factor= in the link.' }),
      code: Code,
    },
    { additionalProperties: false },
  ),
  response: Type.Null(),
  errors: ['unprocessable'],
  async run(call, { body: { token, code } }) {
    const prove = await checkOwnCode(call, code, 'account.confirm_factor')
    return call.commit('', async ctx => {
      const { tx, actor, audit, identities } = ctx
      const { login } = await lockFactor(ctx, actor.id)
      prove()
      const factorAt = login.totp_confirmed_at?.getTime() ?? 0
      if (!isProofOf(ctx, token, { personId: actor.id, factorAt }))
        throw new Refusal(
          'unprocessable',
          'The link is too old, or not for your present second factor; turn it off and on again to get another.',
        )
      releaseCustodians(ctx, actor.id, 'mail')
      // A custodian may have opened one before.
      tx.write(deleteOtherSessions, { personId: actor.id, id: actor.credentialId })
      tx.afterCommit(identities.forget)
      audit(actor.id)
      return null
    })
  },
})
