import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#api/bound.ts'
import { renderer } from '#api/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#api/schema.ts'
import { day } from '#lib/clock.ts'

/** Somebody who is invited into a room by a link. */
export const Guest = Type.Object(
  {
    id: Id('rgs'),
    roomId: Reference('rom'),
    name: Line(200),
    email: Type.String(),
    status: Type.Enum(['invited', 'revoked']),
    mailed: Type.Boolean({ description: 'The link went out by mail, and nobody of the workspace has seen it.' }),
    invitedBy: Type.String(),
    createdAt: Timestamp,
    expiresAt: { ...Timestamp, description: 'When the link and all its sessions end.' },
    revokedAt: Nullable(Timestamp),
  },
  { title: 'RoomGuest' },
)

export type Guest = Static<typeof Guest>

export const renderGuest = renderer(Guest)

export const boundGuests = bound({
  table: 'room_guest',
  prefix: 'rgs',
  repeats: fieldsOf('id', 'roomId', 'status', 'expiresAt'),
})

/** The most guests of a room, those among them whose link was revoked. */
export const maxGuests = 50

/** The longest that a link works. */
export const longest = 366 * day

/** The most devices on which a guest is in the room at a time; one more ends the session of the first. */
export const maxSessions = 5
