import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { assessmentRecords } from '#src/features/governance/assessments/assessment.ts'
import { findRoomFor } from './find-room.ts'
import { Guest } from './guest.ts'
import { lockGuest } from './guest-queries.ts'
import { revokeLinkOf } from './guests-of-person.ts'

export const revokeRoomGuest = changeEndpoint({
  name: 'revokeRoomGuest',
  summary: 'Revoke the link of a guest; their sessions end at once',
  tag: 'Rooms',
  method: 'DELETE',
  workspace: { path: '/assessments/{assessmentId}/room/guests/{guestId}', roles: ['admin'] },
  status: 204,
  action: 'room.guest.revoke',
  params: Type.Object({ assessmentId: Reference('gas'), guestId: Reference('rgs') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { assessmentId, guestId } }) {
    const { tx } = change
    await assessmentRecords.lock(change, assessmentId)
    const { id: roomId } = await findRoomFor(change, assessmentId)
    const row = firstOrNotFound(await tx.query(lockGuest, { id: guestId, roomId }), 'guest')
    if (readRecord(Guest, row.record).status === 'revoked')
      throw new Refusal('unprocessable', sentence`room.link_already_revoked: The link was already revoked.`)
    revokeLinkOf(change, row, {})
    return null
  },
})
