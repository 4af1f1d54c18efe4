import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { noOpenRoom } from '#http/sentences.ts'
import { AssessmentParams, assessmentRecords } from '#src/features/governance/assessments/assessment.ts'
import { endRoom } from './end-room.ts'
import { Room } from './room.ts'

export const endAssessmentRoom = changeEndpoint({
  name: 'endAssessmentRoom',
  summary: 'End a room permanently and immediately for all its guests; their comments and marks stay',
  tag: 'Rooms',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/room/end', roles: ['admin'] },
  status: 200,
  action: 'room.end',
  params: AssessmentParams,
  response: Room,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { assessmentId } }) {
    await assessmentRecords.lock(change, assessmentId)
    const record = await endRoom(change, assessmentId)
    if (record === undefined) throw new Refusal('unprocessable', noOpenRoom)
    return new Rendered(record)
  },
})
