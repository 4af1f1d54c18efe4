import { narrows, number, statement, text } from '#db/statement.ts'
import type { StoredRow } from '#family/bound.ts'
import { readRecord } from '#http/record.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { type DatabaseSnapshot, type Exportable, proofOf, walkIds } from '#shared/exportable.ts'
import { Item } from './item.ts'
import { boundRooms, Room, scopeDigest } from './room.ts'

/** The number of items on a page: an item has two snapshots of up to 64 KiB. */
const pageOfItems = 100

const roomForProof = statement(
  'room_for_proof',
  { id: text },
  'select to_json(r) as row from room r where r.organization_id = :organization and r.id = :id',
  narrows<{ row: StoredRow }>,
)

const itemsForProof = statement(
  'items_of_room_for_proof',
  { roomId: text, after: text, limit: number },
  `select item_id as id, digest, record from room_item
    where organization_id = :organization and room_id = :roomId and item_id > :after order by item_id limit :limit`,
)

/** Whether each item matches its digest, and all items together match the digest of the scope. */
const matchesFrozenScope = async (
  { query }: DatabaseSnapshot,
  { id: roomId, scopeDigest: digest }: Room,
): Promise<boolean> => {
  const digests: { id: string; digest: string }[] = []
  const pages = walkIds(after => query(itemsForProof, { roomId, after, limit: pageOfItems }), pageOfItems)
  for await (const page of pages)
    for (const { id, digest: own, record } of page) {
      if (canonicalDigest(readRecord(Item, record)) !== own) return false
      digests.push({ id, digest: own })
    }
  return scopeDigest(digests) === digest
}

/**
 * Exports the record of a room, whose digest proves its scope. If the room was altered, preparing the bundle fails and
 * names the room.
 */
export const roomProof: Exportable = {
  // Export requests never name a room, because its bundle has an endpoint of its own.
  has: async () => false,

  async *pages(snapshot, scope) {
    if (scope.kind !== 'room') return
    for (const { row } of await snapshot.query(roomForProof, { id: scope.roomId })) {
      const frozen = await matchesFrozenScope(snapshot, readRecord(Room, String(row.record)))
      yield { family: 'rooms', records: [{ ...proofOf(boundRooms, row), ...(!frozen && { stood: 'differs' }) }] }
    }
  },
}
