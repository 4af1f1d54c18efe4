import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { noPendingAddress } from './confirm-address-change.ts'
import { findPendingAddress, forgetPendingAddress } from './queries.ts'

export const declineAddressChange = changeEndpoint({
  name: 'declineAddressChange',
  summary: 'Keep your e-mail address instead of the one that your identity provider sent',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/address-change/decline', roles: [...roles] },
  reason: false,
  status: 204,
  action: 'account.decline_address',
  response: Type.Null(),
  errors: ['unprocessable'],
  async run({ tx, actor, audit }) {
    const [pending] = await tx.query(findPendingAddress, { personId: actor.id })
    if (!pending) throw new Refusal('unprocessable', noPendingAddress)
    tx.write(forgetPendingAddress, { personId: actor.id })
    audit(actor.id)
    return null
  },
})
