import { Type } from 'typebox'
import { Id, Timestamp } from '#http/schema.ts'
import { Room } from './room.ts'

/** The guest, their room, and its content. */
export const RoomSession = Type.Object(
  {
    guest: Type.Object({ id: Id('rgs'), name: Type.String() }),
    room: Room,
    expiresAt: {
      ...Timestamp,
      description: 'When the session ends; in the answer with the scope, when the link ends.',
    },
  },
  { title: 'RoomSession' },
)
