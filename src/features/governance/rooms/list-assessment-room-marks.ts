import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Pagination } from '#http/schema.ts'
import { AssessmentParams } from '#src/features/governance/assessments/assessment.ts'
import { findRoomFor } from './find-room.ts'
import { Item } from './item.ts'
import { listMarks } from './item-queries.ts'
import { Mark } from './mark.ts'

const endpoint = 'listAssessmentRoomMarks'

const ListedMark = Type.Object(
  {
    ...Mark.properties,
    kind: Item.properties.kind,
    claimKey: Type.String(),
    claimTitle: Type.String(),
    isChanged: Type.Boolean({
      description: 'Whether the room has been updated since the mark and now shows a different version of the item.',
    }),
  },
  { title: 'ListedRoomMark' },
)

export const listAssessmentRoomMarks = readEndpoint({
  name: endpoint,
  summary: "List the guests' verdicts on the items of a room, in descending order of their ids",
  tag: 'Rooms',
  workspace: { path: '/assessments/{assessmentId}/room/marks', roles: [...roles] },
  params: AssessmentParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ marks: Type.Array(ListedMark), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { assessmentId }, query }) {
    const { id: roomId } = await findRoomFor(call, assessmentId)
    return respondWithPage(call, {
      endpoint,
      plural: 'marks',
      read: page => call.read(listMarks, { ...page, roomId }),
      filters: { roomId },
      query,
      render({ record, kind, key: claimKey, title: claimTitle, digest }) {
        const mark = readRecord(Mark, record)
        return JSON.stringify({ ...mark, kind, claimKey, claimTitle, isChanged: mark.claimDigest !== digest })
      },
    })
  },
})
