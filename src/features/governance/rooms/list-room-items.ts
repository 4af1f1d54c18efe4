import { type Static, Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Id, Pagination } from '#http/schema.ts'
import { ownRoom } from './find-room.ts'
import { Item, ItemDigest } from './item.ts'
import { listItems } from './item-queries.ts'
import { Mark } from './mark.ts'

const endpoint = 'listRoomItems'
const { id, kind, key, title } = Item.properties

const ListedItem = Type.Object(
  {
    ...{ id, kind, key, title },
    digest: ItemDigest,
    mark: Type.Union([Mark, Type.Null()]),
    entries: Type.Integer({ minimum: 0, description: 'The number of comments and requests about the item.' }),
    related: Type.Array(Type.String(), { description: 'The ids of the controls and claims that answer or prove it.' }),
    opened: Type.Boolean({ description: 'Whether the caller opened the item as it is frozen now.' }),
    files: Type.Array(
      Type.Object(
        { artifactId: Id('art'), originalFilename: Type.String(), opened: Type.Boolean() },
        { title: 'ListedRoomFile' },
      ),
      { description: 'The files of a claim, and whether the caller opened each.' },
    ),
  },
  { title: 'ListedRoomItem' },
)

export const listRoomItems = readEndpoint({
  name: endpoint,
  summary: 'List the frozen items of a kind: clauses in the order of the framework, controls and claims by key',
  tag: 'Rooms',
  room: { path: '/items', access: 'guest' },
  query: Type.Object({ kind: Type.Enum([...kind.enum]), ...pageQuery }),
  response: Type.Object({ items: Type.Array(ListedItem), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { kind, ...query } }) {
    const roomId = ownRoom(call)
    return respondWithPage(call, {
      endpoint,
      plural: 'items',
      read: page => call.read(listItems, { ...page, roomId, kind, guestId: call.actor.id }),
      filters: { roomId, kind },
      query,
      order: 'oldest',
      render({ item_id: id, digest, key, title, mark, entries, related, files, opened_digest, artifact_ids }) {
        const item: Static<typeof ListedItem> = {
          ...{ id, kind, key, title, digest, entries, related },
          mark: mark === null ? null : readRecord(Mark, mark),
          opened: opened_digest === digest,
          files: files.map(file => ({ ...file, opened: artifact_ids.includes(file.artifactId) })),
        }
        return JSON.stringify(item)
      },
    })
  },
})
