import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { rejectUselessLink } from '#src/features/access/forced-sign-on/sign-on-required.ts'
import { findPersonAt } from '#src/features/access/logins/queries.ts'
import { NewPersonInput } from '#src/features/access/person.ts'
import { addressTaken } from '#src/features/access/sentences.ts'
import { requireUnits } from '#src/features/access/units/require-units.ts'
import { createLink } from './create-link.ts'
import { InvitationWithLink, ShowLink } from './invitation.ts'

export const invitePerson = changeEndpoint({
  name: 'invitePerson',
  summary:
    'Invite a person with a link that works once within 7 days; the link is mailed, or shown only once if mail is not set up',
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people/invitations', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'invitation.create',
  secret: 'url',
  outside: true,
  body: Type.Object({ ...NewPersonInput, show: ShowLink }),
  response: InvitationWithLink,
  errors: ['conflict', 'not_found', 'unprocessable'],
  async run(ctx, { body: { name, role, unitIds, show, ...input } }) {
    const { db, organizationId, actor } = ctx
    await rejectUselessLink(ctx)
    await requireUnits(ctx, unitIds, { role })
    const email = normalizeEmail(input.email)
    const [existing] = await db.read(organizationId, findPersonAt, { address: email })
    if (existing) throw new Refusal('conflict', addressTaken)
    const person = { email, name, role, ...(unitIds && { unitIds }) }
    const fields = { ...person, purpose: 'invitation', personId: null, createdBy: actor.id } as const
    const { invitation, url, store } = await createLink(ctx, organizationId, fields, show)
    await store(ctx)
    return { invitation, ...(url !== undefined && { url }) }
  },
})
