import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { changeRoom } from './change-room.ts'
import { Room } from './room.ts'
import { lockOpenRoom } from './room-queries.ts'

/** Ends the open room of an assessment, if any, and all sessions of its guests. Returns the new record. */
export const endRoom = async (change: Change, assessmentId: string): Promise<string | undefined> => {
  const { tx, identities, now } = change
  const [row] = await tx.query(lockOpenRoom, { assessmentId })
  if (!row) return undefined
  const lockedRoom = { room: readRecord(Room, row.record), record: row.record }
  tx.afterCommit(identities.forget)
  return changeRoom(change, lockedRoom, { status: 'ended', endedAt: iso(now) }, 'room.end')
}
