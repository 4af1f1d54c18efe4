import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { day } from '#lib/clock.ts'

/** An external auditor who was invited to a room by a link. */
export const Guest = Type.Object(
  {
    id: Id('rgs'),
    roomId: Reference('rom'),
    name: Line(200),
    email: Type.String(),
    status: Type.Enum(['invited', 'revoked']),
    mailed: Type.Boolean({
      description: 'Whether the link was sent by mail, so that no one in the workspace has seen it.',
    }),
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

/** The maximum number of guests of a room, including those whose link was revoked. */
export const maxGuests = 50

/** The maximum lifetime of a link, in milliseconds. */
export const maxLinkLifetime = 366 * day

/** The maximum number of sessions of a guest at a time; opening another ends the oldest. */
export const maxGuestSessions = 5
