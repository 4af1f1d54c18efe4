import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { endFactorReset } from './end-factor-reset.ts'
import { findOpenReset } from './factor-reset.ts'

/** Only the person may cancel: their sessions ended when the reset began, so they signed in with the factor. */
export const cancelFactorReset = changeEndpoint({
  name: 'cancelFactorReset',
  summary: 'Keep your second factor, which the operator is about to remove',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/factor-reset/cancel', roles: [...roles] },
  status: 204,
  action: 'account.cancel_factor_reset',
  reason: false,
  response: Type.Null(),
  errors: ['not_found'],
  async run(ctx) {
    const { id } = firstOrNotFound(await ctx.tx.query(findOpenReset, { personId: ctx.actor.id }), 'factor reset')
    await endFactorReset(ctx, id, 'cancelled')
    return null
  },
})
