import { Type } from 'typebox'
import { Id, Timestamp } from '#api/schema.ts'
import { Room } from './room.ts'

/** Who is in which room, and what it shows. */
export const RoomSession = Type.Object(
  {
    guest: Type.Object({ id: Id('rgs'), name: Type.String() }),
    room: Room,
    expiresAt: { ...Timestamp, description: 'When the session ends, or with the scope the link.' },
  },
  { title: 'RoomSession' },
)
