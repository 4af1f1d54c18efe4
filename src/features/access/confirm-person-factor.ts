import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import { Reference } from '#api/schema.ts'
import { findPeopleBehind } from './custodian-queries.ts'
import { releaseCustodians } from './custodians.ts'
import { lockFactor } from './lock-factor.ts'
import { passkeysOf } from './passkeys/queries.ts'
import { appSince } from './passkeys/stand-in.ts'
import { deleteSessionsOf } from './queries.ts'

/** Where no mail can show it. Sessions end: whoever has none of the factor does not come back. */
export const confirmPersonFactor = changing({
  name: 'confirmPersonFactor',
  summary: 'Confirm that a person holds their second factor themselves; not by one of their custodians (four eyes)',
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
    const passkeys = await tx.query(passkeysOf, { loginId: login.id })
    if (passkeys.length + (appSince(login) ? 1 : 0) > 1)
      throw new Refusal(
        'unprocessable',
        'They have several second factors, of which a custodian may have added one. They remove all but one first, or use the link in their mail.',
      )
    const [behind] = await tx.query(findPeopleBehind, { personId })
    if (share(principalsOf(actor), behind?.hands ?? [personId]))
      throw new Refusal('forbidden_resource', 'An administrator confirms it who is no custodian of theirs (four eyes).')
    releaseCustodians(ctx, personId, 'administrator')
    tx.write(deleteSessionsOf, { personId })
    tx.afterCommit(identities.forget)
    audit(personId)
    return null
  },
})
