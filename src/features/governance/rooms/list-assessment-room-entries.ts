import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { AssessmentParams } from '#src/features/governance/assessments/assessment.ts'
import { findRoomFor } from './find-room.ts'
import { answerEntries, EntryPage, entryQuery } from './list-room-entries.ts'

const endpoint = 'listAssessmentRoomEntries'

export const listAssessmentRoomEntries = readEndpoint({
  name: endpoint,
  summary: "List the comments and requests of a room's guests, newest first",
  tag: 'Rooms',
  workspace: { path: '/assessments/{assessmentId}/room/entries', roles: [...roles] },
  params: AssessmentParams,
  query: Type.Object(entryQuery),
  response: EntryPage,
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { assessmentId }, query }) {
    const { id: roomId } = await findRoomFor(call, assessmentId)
    return answerEntries(call, { endpoint, roomId }, query)
  },
})
