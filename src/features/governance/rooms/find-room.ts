import type { Call, Change } from '#http/call.ts'
import { firstOrNotFound, notFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { noOpenRoom } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import type { Assessment } from '#src/features/governance/assessments/assessment.ts'
import { lockInStatus } from '#src/features/governance/assessments/contributors.ts'
import type { LockedRoom } from './change-room.ts'
import { Room } from './room.ts'
import { findRoomOfAssessment, lockOpenRoom, lockRoom } from './room-queries.ts'

/** Locks an assessment before its room changes. Throws a 422 if the assessment is not in progress or in review. */
export const lockForRoom = async (change: Change, assessmentId: string): Promise<Assessment> =>
  (
    await lockInStatus(
      change,
      assessmentId,
      ['in_progress', 'in_review'],
      'it can only have a room while it is in progress or in review.',
    )
  ).fields

const toLockedRoom = ({ record }: { readonly record: string }): LockedRoom => ({
  room: readRecord(Room, record),
  record,
})

const requireUnconcluded = (lockedRoom: LockedRoom): LockedRoom => {
  if (lockedRoom.room.concludedAt === null) return lockedRoom
  throw new Refusal(
    'unprocessable',
    sentence`room.concluded: The audit was concluded, so its room can no longer be changed.`,
  )
}

/** Locks an assessment, then its open room. Throws a 422 if it has no open room or the audit was concluded. */
export const lockRoomOf = async (change: Change, assessmentId: string): Promise<LockedRoom> => {
  await lockForRoom(change, assessmentId)
  const [row] = await change.tx.query(lockOpenRoom, { assessmentId })
  if (!row) throw new Refusal('unprocessable', noOpenRoom)
  return requireUnconcluded(toLockedRoom(row))
}

/** Returns the id of the guest's room. */
export const ownRoom = ({ actor }: Pick<Call, 'actor'>): string => actor.room?.id ?? ''

/** Locks the guest's room. Throws a 422 if the audit was concluded. */
export const lockOwnRoom = async (change: Change): Promise<LockedRoom> =>
  requireUnconcluded(toLockedRoom(firstOrNotFound(await change.tx.query(lockRoom, { id: ownRoom(change) }), 'room')))

/** Returns the newest room of an assessment. Throws a 404 if no room exists or the caller does not see it. */
export const findRoomFor = async ({ read }: Call, assessmentId: string): Promise<Room> => {
  const [row] = await read(findRoomOfAssessment, { assessmentId })
  if (!row) throw notFound('room')
  return readRecord(Room, row.record)
}
