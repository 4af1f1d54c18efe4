import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { Entry, EntryInput, maxEntries } from './entry.ts'
import { lockOwnRoom } from './find-room.ts'
import { countEntries, findItem, insertEntry } from './item-queries.ts'
import { ownName } from './own-name.ts'

export const addRoomEntry = changeEndpoint({
  name: 'addRoomEntry',
  summary: 'Comment on the content of the room, or request more evidence',
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/entries', access: 'guest' },
  status: 201,
  action: 'room.entry.add',
  reason: false,
  body: Type.Object(EntryInput, { additionalProperties: false }),
  response: Entry,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body: { itemId = null, kind, text } }) {
    const { tx, ids, now, actor } = change
    const { room } = await lockOwnRoom(change)
    if (itemId !== null) firstOrNotFound(await tx.query(findItem, { roomId: room.id, id: itemId }), 'item')
    const [counts] = await tx.query(countEntries, { roomId: room.id })
    if (counts && counts.entries >= maxEntries)
      throw new Refusal(
        'unprocessable',
        sentence`room.entry_limit: A room can have at most ${{ maxEntries }} comments and requests.`,
      )
    const entry: Entry = {
      ...{ id: ids.next('ren', now), roomId: room.id, itemId, kind, text },
      ...{ writtenBy: actor.id, writtenByName: await ownName(change), writtenAt: iso(now), answer: null },
    }
    const record = JSON.stringify(entry)
    tx.write(insertEntry, { id: entry.id, roomId: room.id, itemId, kind, record })
    change.audit(entry.id, { after: record })
    return entry
  },
})
