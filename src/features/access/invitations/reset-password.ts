import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { Reference } from '#api/schema.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { InvitationWithLink } from './invitation.ts'
import { makeLink } from './make-link.ts'

export const resetPassword = changing({
  name: 'resetPassword',
  summary:
    'Make a link with which a person chooses a new password, good for 24 hours and one use; it is shown this once',
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people/{personId}/password-reset', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'invitation.create',
  secret: 'url',
  outside: true,
  params: Type.Object({ personId: Reference('prs') }),
  response: InvitationWithLink,
  errors: ['not_found', 'unprocessable'],
  async run(ctx, { params: { personId } }) {
    const { db, organizationId, actor } = ctx
    const row = oneOr404(await db.read(organizationId, findPerson, { id: personId }), 'person')
    if (row.disabled) throw new Refusal('unprocessable', 'The person is disabled; enable them first.')
    const { email, name, role } = readRecord(Person, row.record)
    const wanted = { email, name, role, purpose: 'password_reset', personId, createdBy: actor.id } as const
    const { invitation, url, write } = await makeLink(ctx, organizationId, wanted)
    await write(ctx)
    return { invitation, url }
  },
})
