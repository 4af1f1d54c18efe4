import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { addCallerAsCustodian } from '#src/features/access/custodians.ts'
import { rejectUselessLink } from '#src/features/access/forced-sign-on/sign-on-required.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { createLink } from './create-link.ts'
import { InvitationWithLink, ShowLink } from './invitation.ts'

export const resetPassword = changeEndpoint({
  name: 'resetPassword',
  summary:
    'Create a link to choose a new password, which works once within 24 hours; the link is mailed, or shown only once if mail is not set up',
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people/{personId}/password-reset', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'invitation.create',
  secret: 'url',
  outside: true,
  params: Type.Object({ personId: Reference('prs') }),
  body: Type.Object({ show: ShowLink }),
  response: InvitationWithLink,
  errors: ['not_found', 'unprocessable'],
  async run(ctx, { params: { personId }, body: { show } }) {
    const { db, organizationId, actor } = ctx
    const row = firstOrNotFound(await db.read(organizationId, findPerson, { id: personId }), 'person')
    if (row.disabled)
      throw new Refusal('unprocessable', sentence`person.disabled: The person is disabled; enable them first.`)
    await rejectUselessLink(ctx, personId)
    const { email, name, role } = readRecord(Person, row.record)
    const input = { email, name, role, purpose: 'password_reset', personId, createdBy: actor.id } as const
    const { invitation, url, store } = await createLink(ctx, organizationId, input, show)
    await store(ctx)
    if (url !== undefined) addCallerAsCustodian(ctx, personId, 'reset_link')
    return { invitation, ...(url !== undefined && { url }) }
  },
})
