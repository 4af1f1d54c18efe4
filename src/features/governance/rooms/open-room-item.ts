import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { Reference } from '#api/schema.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { Item, ItemDigest } from './item.ts'
import { findItem, writeOpening } from './item-queries.ts'
import { ownRoom } from './present-room.ts'

/**
 * The only way to what an item says, so that none is read without a row in the trail; a change, since it writes one. What
 * is said of an item is read apart from it, and so marks and comments open nothing again.
 */
export const openRoomItem = changing({
  name: 'openRoomItem',
  summary: 'Open a clause, a control or a claim as it was frozen; each opening is in the audit trail',
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/items/{itemId}/open', access: 'guest' },
  status: 200,
  action: 'room.item.open',
  reason: false,
  params: Type.Object({ itemId: Reference('gfc', 'gct', 'gec') }),
  response: Type.Object({ item: Item, digest: ItemDigest }, { title: 'OpenedRoomItem' }),
  errors: ['not_found'],
  async run(change, { params: { itemId: id } }) {
    const { tx, actor } = change
    const roomId = ownRoom(change)
    const { record, digest } = oneOr404(await tx.query(findItem, { roomId, id }), 'item')
    const item = readRecord(Item, record)
    if (canonicalDigest(item) !== digest) throw new Error(`the item ${id} of a room is not what was frozen`)
    tx.write(writeOpening, { roomId, guestId: actor.id, itemId: id, digest })
    change.audit(id, { detail: digest })
    return { item, digest }
  },
})
