import { Type } from 'typebox'
import { Id, Timestamp } from '#http/schema.ts'
import { Room } from './room.ts'

/** The response that tells guests who they are and what their room contains. */
export const RoomSession = Type.Object(
  {
    guest: Type.Object({ id: Id('rgs'), name: Type.String() }),
    room: Room,
    expiresAt: {
      ...Timestamp,
      description: 'When the session ends; in responses with the scope, when the link ends.',
    },
  },
  { title: 'RoomSession' },
)
