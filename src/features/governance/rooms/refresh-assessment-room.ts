import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { AssessmentParams, assessmentRecords } from '#src/features/governance/assessments/assessment.ts'
import { changeRoom } from './change-room.ts'
import { lockRoomOf } from './find-room.ts'
import { claimsIn, freeze, gatherAssessment } from './freeze.ts'
import { Room } from './room.ts'

export const refreshAssessmentRoom = changeEndpoint({
  name: 'refreshAssessmentRoom',
  summary: 'Update a room: freezes its content again, including everything that now belongs to the assessment',
  tag: 'Rooms',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/room/refresh', roles: ['admin'] },
  status: 200,
  action: 'room.refresh',
  params: AssessmentParams,
  response: Room,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { assessmentId } }) {
    const lockedRoom = await lockRoomOf(change, assessmentId)
    const { frameworkId } = (await assessmentRecords.lock(change, assessmentId)).fields
    const { id } = lockedRoom.room
    const items = await gatherAssessment(change, { assessmentId, frameworkId }, await claimsIn(change, id))
    const frozen = await freeze(change, id, items)
    frozen.write(id)
    return new Rendered(changeRoom(change, lockedRoom, { ...frozen.scope, scopeAt: iso(change.now) }))
  },
})
