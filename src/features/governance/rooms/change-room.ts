import type { Change } from '#http/call.ts'
import { type Room, renderRoom } from './room.ts'
import { updateRoom } from './room-queries.ts'

/** A room under its row lock. */
export interface LockedRoom {
  readonly room: Room
  readonly record: string
}

/** Writes a change of a room with its audit row. Returns the record. */
export const changeRoom = (
  change: Change,
  { room, record: before }: LockedRoom,
  changes: Partial<Room>,
  action?: string,
): string => {
  const changed = { ...room, ...changes }
  const record = renderRoom(changed)
  change.tx.write(updateRoom, { id: room.id, status: changed.status, record })
  change.audit(room.id, { before, after: record, ...(action !== undefined && { action }) })
  return record
}
