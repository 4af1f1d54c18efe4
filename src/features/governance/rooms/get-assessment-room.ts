import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { AssessmentParams } from '#src/features/governance/assessments/assessment.ts'
import { findAssessmentRecord } from '#src/features/governance/assessments/assessment-queries.ts'
import { Room } from './room.ts'
import { findRoomOfAssessment } from './room-queries.ts'

export const getAssessmentRoom = readEndpoint({
  name: 'getAssessmentRoom',
  summary: 'Get the open room of an assessment, or the last one if none is open',
  tag: 'Rooms',
  workspace: { path: '/assessments/{assessmentId}/room', roles: [...roles] },
  params: AssessmentParams,
  response: Type.Object({ room: Type.Union([Room, Type.Null()], { description: 'Null if none was opened.' }) }),
  errors: ['not_found'],
  async run({ read }, { params: { assessmentId } }) {
    firstOrNotFound(await read(findAssessmentRecord, { id: assessmentId }), 'assessment')
    const [row] = await read(findRoomOfAssessment, { assessmentId })
    return { room: row ? readRecord(Room, row.record) : null }
  },
})
