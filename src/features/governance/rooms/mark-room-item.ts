import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { ItemId } from './item.ts'
import { Mark } from './mark.ts'
import { MarkInput, markItem } from './mark-item.ts'

export const markRoomItem = changeEndpoint({
  name: 'markRoomItem',
  summary: "Record the auditor's verdict on an item they opened, with their own reference",
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/items/{itemId}/mark', access: 'guest' },
  status: 200,
  action: 'room.mark',
  reason: false,
  params: Type.Object({ itemId: ItemId }),
  body: MarkInput,
  response: Mark,
  errors: ['not_found', 'unprocessable'],
  run: (change, { params: { itemId }, body }) => markItem(change, itemId, body),
})
