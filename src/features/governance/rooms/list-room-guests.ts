import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { AssessmentParams } from '#src/features/governance/assessments/assessment.ts'
import { findRoomFor } from './find-room.ts'
import { Guest } from './guest.ts'
import { listGuests } from './guest-queries.ts'

const endpoint = 'listRoomGuests'

const ListedGuest = Type.Object(
  {
    ...Guest.properties,
    sessions: Type.Integer({ minimum: 0, description: 'The number of devices with an open session.' }),
  },
  { title: 'ListedRoomGuest' },
)

export const listRoomGuests = readEndpoint({
  name: endpoint,
  summary: 'List the guests of a room, newest first',
  tag: 'Rooms',
  workspace: { path: '/assessments/{assessmentId}/room/guests', roles: [...roles] },
  params: AssessmentParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ guests: Type.Array(ListedGuest), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { assessmentId }, query }) {
    const { id: roomId } = await findRoomFor(call, assessmentId)
    return respondWithPage(call, {
      endpoint,
      plural: 'guests',
      read: page => call.read(listGuests, { ...page, roomId, now: iso(call.now) }),
      filters: { roomId },
      query,
      render: ({ record, sessions }) => `${record.slice(0, -1)},"sessions":${sessions}}`,
    })
  },
})
