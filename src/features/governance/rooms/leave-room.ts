import { Type } from 'typebox'
import { change } from '#http/call.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { roomCookie } from '#http/identify.ts'
import { endRoomSession } from './guest-queries.ts'

export const leaveRoom = commitEndpoint({
  name: 'leaveRoom',
  summary: 'Leave a room; the session ends, but the link still works',
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/leave', access: 'guest' },
  status: 204,
  action: 'room.leave',
  reason: false,
  response: Type.Null(),
  async run(call) {
    const { actor, organizationId, incoming } = call
    await call.db.transaction(organizationId, tx => {
      tx.write(endRoomSession, { guestId: actor.id, id: actor.credentialId })
      change(call, tx, 'room.leave', null).audit(actor.id)
    })
    call.identities.forget()
    call.setHeader('set-cookie', roomCookie.set(incoming.secure, '', 0))
    return null
  },
})
