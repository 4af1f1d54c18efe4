import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { type Invitation, readInvitation, renderInvitation } from './invitation.ts'
import { lockInvitation, updateInvitation } from './queries.ts'

export const revokeInvitation = changeEndpoint({
  name: 'revokeInvitation',
  summary: 'Revoke an invitation or a password reset, so that its link no longer works',
  tag: 'People',
  method: 'DELETE',
  // Below /people its path would be ambiguous with /people/{personId}/… (OpenAPI, "Path Templating Matching").
  workspace: { path: '/invitations/{invitationId}', roles: ['admin'] },
  status: 204,
  action: 'invitation.revoke',
  params: Type.Object({ invitationId: Reference('inv') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run({ tx, now, audit }, { params: { invitationId } }) {
    const row = firstOrNotFound(await tx.query(lockInvitation, { id: invitationId }), 'invitation')
    const current = readInvitation({ record: row.record, now })
    if (current.status !== 'pending')
      throw new Refusal(
        'unprocessable',
        sentence`invitation.not_pending: The invitation is ${{ status: current.status }}; only a pending one can be revoked.`,
      )
    const revokedInvitation: Invitation = { ...current, status: 'revoked', updatedAt: iso(now) }
    const record = renderInvitation(revokedInvitation)
    tx.write(updateInvitation, { id: invitationId, status: 'revoked', record })
    audit(invitationId, { before: row.record, after: record })
    return null
  },
})
