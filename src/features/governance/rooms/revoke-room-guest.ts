import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { Reference } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { assessmentRecords } from '#src/features/governance/assessments/assessment.ts'
import { Guest, renderGuest } from './guest.ts'
import { endSessionsOfGuest, lockGuest, revokeGuest } from './guest-queries.ts'
import { findRoomFor } from './present-room.ts'

export const revokeRoomGuest = changing({
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
    const { tx, now, identities } = change
    await assessmentRecords.lock(change, assessmentId)
    const { id: roomId } = await findRoomFor(change, assessmentId)
    const { record: before } = oneOr404(await tx.query(lockGuest, { id: guestId, roomId }), 'guest')
    const present = readRecord(Guest, before)
    if (present.status === 'revoked') throw new Refusal('unprocessable', 'The link was revoked.')
    const record = renderGuest({ ...present, status: 'revoked', revokedAt: iso(now) })
    tx.write(revokeGuest, { id: guestId, record })
    tx.write(endSessionsOfGuest, { guestId })
    tx.afterCommit(identities.forget)
    change.audit(guestId, { before, after: record })
    return null
  },
})
