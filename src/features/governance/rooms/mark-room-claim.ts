import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { Mark } from './mark.ts'
import { MarkInput, markItem } from './mark-item.ts'

/** For open pages of earlier releases, in which only claims had marks. */
export const markRoomClaim = changeEndpoint({
  name: 'markRoomClaim',
  summary: "Record the auditor's verdict on a claim they opened, with their own reference",
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/claims/{claimId}/mark', access: 'guest' },
  status: 200,
  action: 'room.mark',
  reason: false,
  params: Type.Object({ claimId: Reference('gec') }),
  body: MarkInput,
  response: Mark,
  errors: ['not_found', 'unprocessable'],
  run: (change, { params: { claimId }, body }) => markItem(change, claimId, body),
})
