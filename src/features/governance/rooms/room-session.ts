import { Type } from 'typebox'
import { Id, Timestamp } from '#http/schema.ts'
import { Room } from './room.ts'

/** The response that identifies a guest and lists what their room contains. */
export const RoomSession = Type.Object(
  {
    guest: Type.Object({ id: Id('rgs'), name: Type.String() }),
    room: Room,
    sample: Type.Optional(
      Type.Literal(true, { description: 'The room belongs to a sample workspace: nothing in it is real.' }),
    ),
    expiresAt: {
      ...Timestamp,
      description: 'When the session ends; in responses with the scope, when the link ends.',
    },
  },
  { title: 'RoomSession' },
)
