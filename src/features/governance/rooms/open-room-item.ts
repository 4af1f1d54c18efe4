import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { ownRoom } from './find-room.ts'
import { Item, ItemDigest, ItemId } from './item.ts'
import { findItem, writeOpening } from './item-queries.ts'

/**
 * Opens an item. Guests cannot read items in any other way, so the audit trail records each reading. The endpoint is a
 * change because it writes that audit row. Reading marks and comments does not count as opening.
 */
export const openRoomItem = changeEndpoint({
  name: 'openRoomItem',
  summary: 'Open a frozen clause, control or claim; the audit trail records each opening',
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/items/{itemId}/open', access: 'guest' },
  status: 200,
  action: 'room.item.open',
  reason: false,
  params: Type.Object({ itemId: ItemId }),
  response: Type.Object({ item: Item, digest: ItemDigest }, { title: 'OpenedRoomItem' }),
  errors: ['not_found'],
  async run(change, { params: { itemId: id } }) {
    const { tx, actor } = change
    const roomId = ownRoom(change)
    const { record, digest } = firstOrNotFound(await tx.query(findItem, { roomId, id }), 'item')
    const item = readRecord(Item, record)
    if (canonicalDigest(item) !== digest) throw new Error(`the item ${id} of a room differs from its frozen digest`)
    tx.write(writeOpening, { roomId, guestId: actor.id, itemId: id, digest })
    change.audit(id, { detail: digest })
    return { item, digest }
  },
})
