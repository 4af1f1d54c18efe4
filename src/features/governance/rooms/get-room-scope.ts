import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { ownRoom } from './find-room.ts'
import { Guest } from './guest.ts'
import { findGuest } from './guest-queries.ts'
import { Room } from './room.ts'
import { findRoom } from './room-queries.ts'
import { RoomSession } from './room-session.ts'

export const getRoomScope = readEndpoint({
  name: 'getRoomScope',
  summary: 'Get the subject of the audit, the amount of content, and the digest of the content',
  tag: 'Rooms',
  room: { path: '/scope', access: 'guest' },
  response: RoomSession,
  errors: ['not_found'],
  async run(call) {
    const { record } = firstOrNotFound(await call.read(findRoom, { id: ownRoom(call) }), 'room')
    const row = firstOrNotFound(await call.read(findGuest, { id: call.actor.id }), 'guest')
    const { id, name, expiresAt } = readRecord(Guest, row.record)
    const mark = call.actor.sample && { sample: true as const }
    return { guest: { id, name }, room: readRecord(Room, record), ...mark, expiresAt }
  },
})
