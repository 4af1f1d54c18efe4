import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { overlap, principalsOf } from '#shared/four-eyes.ts'
import { findPeopleBehind } from './custodian-queries.ts'
import { releaseCustodians } from './custodians.ts'
import { lockFactor } from './lock-factor.ts'
import { appConfirmedAt } from './passkeys/placeholder-app.ts'
import { listPasskeysOfLogin } from './passkeys/queries.ts'
import { deleteSessionsOf } from './queries.ts'

/** For people whom no mail can reach. Ends their sessions: only a holder of the factor can sign in again. */
export const confirmPersonFactor = changeEndpoint({
  name: 'confirmPersonFactor',
  summary: 'Confirm that a person holds their second factor themselves; their custodians cannot do this (four eyes)',
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people/{personId}/factor/confirm', roles: ['admin'] },
  confirm: true,
  status: 204,
  action: 'person.confirm_factor',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Null(),
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(ctx, { params: { personId } }) {
    const { tx, actor, audit, identities } = ctx
    const { login } = await lockFactor(ctx, personId)
    const passkeys = await tx.query(listPasskeysOfLogin, { loginId: login.id })
    if (passkeys.length + (appConfirmedAt(login) ? 1 : 0) > 1)
      throw new Refusal(
        'unprocessable',
        sentence`second_factor.several: This person has several second factors, and an administrator who could act as them may have added one. They must remove all but one first, or use the link in their mail.`,
      )
    const [row] = await tx.query(findPeopleBehind, { personId })
    if (overlap(principalsOf(actor), row?.hands ?? [personId]))
      throw new Refusal(
        'forbidden_resource',
        sentence`second_factor.confirmed_by_custodian: Another administrator must confirm this, one who could not act as this person (four eyes).`,
      )
    releaseCustodians(ctx, personId, 'administrator')
    tx.write(deleteSessionsOf, { personId })
    tx.afterCommit(identities.forget)
    audit(personId)
    return null
  },
})
