import type { Call, Change } from '#api/call.ts'
import { notFound, oneOr404, Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import type { Assessment } from '#src/features/governance/assessments/assessment.ts'
import { lockIn } from '#src/features/governance/assessments/standing.ts'
import type { Present } from './change-room.ts'
import { Room } from './room.ts'
import { findRoomOfAssessment, lockOpenRoom, lockRoom } from './room-queries.ts'

/** The assessment of a room that something happens to, under its row lock. Throws a 422 where it is not under way. */
export const lockForRoom = async (change: Change, assessmentId: string): Promise<Assessment> =>
  (await lockIn(change, assessmentId, ['in_progress', 'in_review'], 'it has a room while it is under way.')).fields

const presentOf = ({ record }: { readonly record: string }): Present => ({ room: readRecord(Room, record), record })

const requireUnconcluded = (present: Present): Present => {
  if (present.room.concludedAt === null) return present
  throw new Refusal('unprocessable', 'The audit was concluded; nothing of its room changes any more.')
}

/** The open room of an assessment, whose row lock is taken first. Throws a 422 where there is none, or it was concluded. */
export const lockRoomOf = async (change: Change, assessmentId: string): Promise<Present> => {
  await lockForRoom(change, assessmentId)
  const [row] = await change.tx.query(lockOpenRoom, { assessmentId })
  if (!row) throw new Refusal('unprocessable', 'The assessment has no room that is open.')
  return requireUnconcluded(presentOf(row))
}

/** The id of the room that a guest is in. */
export const ownRoom = ({ actor }: Pick<Call, 'actor'>): string => actor.room?.id ?? ''

/** The room that a guest is in, under its row lock. Throws a 422 where it was concluded. */
export const lockOwnRoom = async (change: Change): Promise<Present> =>
  requireUnconcluded(presentOf(oneOr404(await change.tx.query(lockRoom, { id: ownRoom(change) }), 'room')))

/** The newest room of an assessment that the reader sees. Throws a 404 where there is none. */
export const findRoomFor = async ({ read }: Call, assessmentId: string): Promise<Room> => {
  const [row] = await read(findRoomOfAssessment, { assessmentId })
  if (!row) throw notFound('room')
  return readRecord(Room, row.record)
}
