import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { recordMailbox } from '#src/features/access/custodians.ts'
import { lockPendingInvitations } from '#src/features/access/invitations/queries.ts'
import { revokeLink } from '#src/features/access/invitations/revoke-link.ts'
import { splitLogin } from '#src/features/access/logins/split-login.ts'
import { Person, renderPerson } from '#src/features/access/person.ts'
import { lockPerson, updatePersonRow } from '#src/features/access/queries.ts'
import { addressTaken } from '#src/features/access/sentences.ts'
import { findPendingAddress, forgetPendingAddress, movePerson } from './queries.ts'

export const noPendingAddress = sentence`address.nothing_to_confirm: There is no new address to confirm; enter the new address again.`

/** Requires the person's own session: a provider that sends an address must not be able to redirect links to it. */
export const confirmAddressChange = changeEndpoint({
  name: 'confirmAddressChange',
  summary: 'Use the new e-mail address that your identity provider sent to sign in to this workspace',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/address-change/confirm', roles: ['contributor', 'admin', 'reviewer', 'auditor'] },
  confirm: true,
  reason: false,
  status: 200,
  action: 'account.confirm_address',
  body: Type.Object({ newAddress: Type.String({ maxLength: 320 }) }, { additionalProperties: false }),
  response: Person,
  errors: ['unprocessable', 'conflict'],
  conflicts: { login_name_person_key: addressTaken },
  async run(ctx, { body }) {
    const { tx, now, actor, audit } = ctx
    const row = firstOrNotFound(await lockPerson(tx, actor.id), 'person')
    const [pending] = await tx.query(findPendingAddress, { personId: actor.id })
    if (pending?.address !== body.newAddress) throw new Refusal('unprocessable', noPendingAddress)
    const before = readRecord(Person, row.record)
    const after = { ...before, email: pending.address, updatedAt: iso(now) }
    const record = renderPerson(after)
    await splitLogin(ctx, actor.id)
    tx.write(movePerson, { personId: actor.id, address: after.email })
    tx.write(updatePersonRow, { id: actor.id, role: after.role, disabled: false, record })
    tx.write(forgetPendingAddress, { personId: actor.id })
    for (const link of await tx.query(lockPendingInvitations, { email: before.email }))
      revokeLink(ctx, link, 'the address of the person changed')
    audit(actor.id, { before: row.record, after: record })
    await recordMailbox(ctx, after)
    return new Rendered(record)
  },
})
