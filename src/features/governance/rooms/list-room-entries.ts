import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { type PageQuery, pageQuery, respondWithPage } from '#http/page.ts'
import { Nullable, Pagination } from '#http/schema.ts'
import { Entry } from './entry.ts'
import { ownRoom } from './find-room.ts'
import { ItemId } from './item.ts'
import { listEntries, listEntriesOfItem } from './item-queries.ts'

const ListedEntry = Type.Object({ ...Entry.properties, itemKey: Nullable(Type.String()) }, { title: 'ListedRoomEntry' })

export const EntryPage = Type.Object({ entries: Type.Array(ListedEntry), pagination: Pagination })

export const entryQuery = { itemId: Type.Optional(ItemId), ...pageQuery }

/** Returns a page of the entries of a room, or of one of its items. */
export const answerEntries = (
  call: Call,
  source: { readonly endpoint: string; readonly roomId: string },
  { itemId, ...query }: PageQuery & { readonly itemId?: string },
) => {
  const { endpoint, roomId } = source
  return respondWithPage(call, {
    endpoint,
    plural: 'entries',
    read: page =>
      itemId === undefined
        ? call.read(listEntries, { ...page, roomId })
        : call.read(listEntriesOfItem, { ...page, roomId, itemId }),
    filters: { roomId, ...(itemId !== undefined && { itemId }) },
    query,
    render: ({ record, key }) => `${record.slice(0, -1)},"itemKey":${JSON.stringify(key)}}`,
  })
}

const endpoint = 'listRoomEntries'

export const listRoomEntries = readEndpoint({
  name: endpoint,
  summary: 'List comments and requests for evidence with their answers, newest first',
  tag: 'Rooms',
  room: { path: '/entries', access: 'guest' },
  query: Type.Object(entryQuery),
  response: EntryPage,
  errors: ['invalid_cursor'],
  run: (call, { query }) => answerEntries(call, { endpoint, roomId: ownRoom(call) }, query),
})
